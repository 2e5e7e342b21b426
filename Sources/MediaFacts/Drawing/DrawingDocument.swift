import Findings

extension PictureFormat {
  public static let svg = PictureFormat(
    FormatTraits(
      "svg", .header { Markup($0) == .svg },
      support: ClientSupport(chrome: .mostly("some old versions of Chrome do not show"))),
    decoder: .drawing,
    readHeader: { view in
      // A drawing has no pixels; unpainted parts are transparent.
      var facts = HeaderFacts()
      let document = DrawingDocument(view)
      let contents = DrawingContents(document.view)
      facts.size = document.size
      facts.hasAlpha = true
      facts.differences = contents.different
      facts.unreadCoding = UnsupportedFormat(document, contents)
      return facts
    })
}

extension UnsupportedFormat {
  /// The parts of an SVG document that would be drawn wrongly; nil without any.
  init?(_ document: DrawingDocument, _ contents: DrawingContents) {
    if !contents.files.isEmpty {
      self.init(
        "an SVG that shows another file (\(contents.files.joined(separator: ", ")))",
        "embed that file in it, as a data: URL, or export it as PNG")
    } else if !contents.missing.isEmpty {
      self.init(
        "an SVG with \(contents.missing.joined(separator: ", ")), which would be missing or black,",
        "export it as PNG, or convert its text to paths and its effects to plain shapes and colours")
    } else if document.hasWrongBox {
      self.init(
        "an SVG whose viewBox is not four numbers with an area",
        "correct it, or delete it and give width and height in px")
    } else if document.size == nil {
      self.init("an SVG that does not say how large it is", "give it a viewBox, or width and height in px")
    } else {
      return nil
    }
  }
}

/// An SVG document with the size that browsers give it as a picture, and its bytes for drawing at any size.
package struct DrawingDocument: Sendable {
  /// In UTF-8, or another encoding that contains ASCII, with lengths in pixels.
  package let view: ByteView
  /// In CSS pixels; nil where the size is missing or unreadable.
  package private(set) var size: PixelSize?
  private var root: MarkupTag?
  private var exactSize = SIMD2(0.0, 0.0)
  private var box: [Double]?
  /// Whether its `viewBox` is unreadable, or has no area.
  package private(set) var hasWrongBox = false
  /// Whether it does not say that its elements are SVG's, so that browsers take it for other XML. Its renderer takes them for SVG's.
  package private(set) var lacksNamespace = false

  package init(_ view: ByteView) {
    self.view = DrawingLengths.inPixels(Self.inASCII(view))
    root = firstElement()
    guard let root else { return }
    // A document type may declare it for all.
    lacksNamespace = root.prefix.isEmpty && root["xmlns"] == nil && self.view.offset(of: "<!ATTLIST", from: 0) == nil
    readBox(root["viewBox"])
    size = hasWrongBox ? nil : naturalSize(root)
  }

  /// The document with this exact size: the renderer would round sizes up and leave half pixels at the edges.
  package func bytes(drawnAt size: PixelSize) -> [UInt8] {
    guard let root else { return Array(view.bytes) }
    let box = box ?? [0, 0, exactSize.x, exactSize.y]
    var added = " width=\"\(size.width)\" height=\"\(size.height)\""
    if self.box == nil { added += " viewBox=\"0 0 \(exactSize.x) \(exactSize.y)\"" }
    let isStretched = abs(box[2] * exactSize.y / (box[3] * exactSize.x) - 1) < 0.01
    if isStretched { added += " preserveAspectRatio=\"none\"" }
    let removed = root.attributes.filter { attribute in
      ["width", "height"].contains(attribute.name) || isStretched && attribute.name == "preserveAspectRatio"
    }
    var (bytes, position) = ([UInt8](), 0)
    for attribute in removed {
      bytes += view.clamped(at: position, length: attribute.range.lowerBound - position).bytes
      position = attribute.range.upperBound
    }
    let end = root.end - (root.isEmpty ? 2 : 1)
    bytes += view.clamped(at: position, length: end - position).bytes
    bytes += added.utf8
    bytes += view.clamped(at: end, length: root.end - end).bytes
    return bytes + background(in: box) + view.clamped(at: root.end).bytes
  }

  /// The CSS background of the root element, which the renderer does not paint.
  private func background(in box: [Double]) -> [UInt8] {
    guard let root, !root.isEmpty, let color = DrawingStyle(declarations: root["style"] ?? "").background else {
      return []
    }
    let name = root.prefix.isEmpty ? "rect" : root.prefix + ":rect"
    let (left, top) = (box[0] - 10 * box[2], box[1] - 10 * box[3])
    return Array(
      "<\(name) x=\"\(left)\" y=\"\(top)\" width=\"\(21 * box[2])\" height=\"\(21 * box[3])\" style=\"fill:\(color)!important\"/>"
        .utf8)
  }

  private func firstElement() -> MarkupTag? {
    var position = 0
    while let start = view.offset(of: 0x3C, from: position) {
      let tag = MarkupTag(view, at: start)
      if !tag.name.isEmpty, !tag.name.hasPrefix("?") { return tag.name == "svg" ? tag : nil }
      position = tag.end
    }
    return nil
  }

  private mutating func readBox(_ text: String?) {
    guard let text else { return }
    let parts = text.split { $0.isWhitespace || $0 == "," }
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      hasWrongBox = true
      return
    }
    box = numbers
  }

  /// SVG 2, 8.2, and CSS Images 3, 5.2: a missing side follows from the other and the shape of the `viewBox`.
  private mutating func naturalSize(_ root: MarkupTag) -> PixelSize? {
    let style = DrawingStyle(declarations: root["style"] ?? "")
    let sides = ["width", "height"].map { name in (style[name] ?? root[name]).flatMap(Self.pixels) }
    let shape = box.map { $0[2] / $0[3] }
    guard let width = sides[0] ?? sides[1].flatMap({ side in shape.map { side * $0 } }) ?? box?[2],
      let height = sides[1] ?? shape.map({ width / $0 })
    else { return nil }
    guard width > 0, height > 0 else { return PixelSize(width: 0, height: 0) }
    exactSize = SIMD2(width, height)
    return Self.whole(exactSize)
  }

  /// Larger than given where rounding would visibly change its shape: it has no pixels.
  private static func whole(_ size: SIMD2<Double>) -> PixelSize {
    var exact = size
    while max(exact.x, exact.y) < 512 {
      let wrong = (0..<2).map { abs(exact[$0].rounded() - exact[$0]) / exact[$0] }
      if wrong[0] < 0.002, wrong[1] < 0.002 { break }
      exact *= 2
    }
    let sides = (0..<2).map { Int(min(max(exact[$0].rounded(), 1), 1e9)) }
    return PixelSize(width: sides[0], height: sides[1])
  }

  /// A length in pixels (CSS Values 4, 6); nil if it depends on the picture's surroundings. Fonts have 16 pixels.
  private static func pixels(_ text: String) -> Double? {
    let text = text.trimmed.lowercased()
    let units = ["": 1.0, "px": 1, "em": 16, "rem": 16, "ex": 8]
    let unit = text.reversed().prefix { $0.isLetter }.reversed()
    guard let factor = units[String(unit)], let number = Double(text.dropLast(unit.count)), number.isFinite else {
      return nil
    }
    return number * factor
  }

  /// UTF-16 as UTF-8, without the XML declaration, which names the encoding.
  private static func inASCII(_ view: ByteView) -> ByteView {
    guard let (order, start) = Markup.wideText(view) else { return view }
    let units = stride(from: start, to: view.count - 1, by: 2).map {
      UInt16(truncatingIfNeeded: view.uint16(at: $0, order) ?? 0)
    }
    var text = String(decoding: units, as: UTF16.self)
    if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text.removeSubrange(..<end.upperBound) }
    return ByteView(Array(text.utf8))
  }
}

/// Lengths of a drawing in real-world units. An inch has 96 pixels, as in CSS (CSS Values 4, 6.2), while the renderer counts 72: with
/// lengths in pixels, both draw the same.
enum DrawingLengths {
  /// Pixels of each unit.
  static let units = ["pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6]

  /// The document with its lengths in pixels: in attributes and style sheets, not in its text.
  static func inPixels(_ view: ByteView) -> ByteView {
    guard replaced(view) != nil else { return view }
    var (bytes, copied, next): ([UInt8], Int, Int) = ([], 0, 0)
    func take(_ part: ByteView) {
      guard let replaced = replaced(part) else { return }
      let start = part.startOffset - view.startOffset
      bytes += view.clamped(at: copied, length: start - copied).bytes + replaced
      copied = start + part.count
    }
    while let start = view.offset(of: 0x3C, from: next) {
      let tag = MarkupTag(view, at: start)
      for attribute in tag.attributes where !["id", "class", "href"].contains(attribute.name) { take(attribute.value) }
      if tag.name == "style", !tag.closes, !tag.isEmpty {
        take(view.clamped(at: tag.end, length: (view.offset(of: "</", from: tag.end) ?? view.count) - tag.end))
      }
      next = max(tag.end, start + 1)
    }
    return ByteView(bytes + view.clamped(at: copied).bytes)
  }

  /// A text with its lengths in pixels; nil if it has no other units.
  private static func replaced(_ part: ByteView) -> [UInt8]? {
    var (bytes, copied, position): ([UInt8], Int, Int) = ([], 0, 0)
    while position < part.count {
      let start = position
      position = part.end(from: start) { isDigit($0) || $0 == 0x2E }
      guard position > start else {
        position += 1
        continue
      }
      let end = part.end(from: position, while: isLetter)
      let number = Double(text(part, start, position))
      let follows = part[end].map { isDigit($0) || $0 == 0x2D || $0 == 0x5F } ?? false
      let leads = start > 0 && part[start - 1].map { isLetter($0) || $0 == 0x5F || $0 == 0x23 } ?? false
      if end > position, !follows, !leads, let number, let factor = units[text(part, position, end).lowercased()] {
        bytes += part.clamped(at: copied, length: start - copied).bytes + "\(number * factor)px".utf8
        copied = end
      }
      position = end
    }
    return copied == 0 ? nil : bytes + part.clamped(at: copied).bytes
  }

  private static func text(_ part: ByteView, _ start: Int, _ end: Int) -> String {
    String(decoding: part.clamped(at: start, length: min(end - start, 64)).bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
