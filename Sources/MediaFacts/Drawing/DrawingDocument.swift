import Findings

/// An SVG document with the size that browsers give it as a picture, and its bytes for drawing at any size.
package struct DrawingDocument: Sendable {
  /// In UTF-8, or another encoding that contains ASCII, with lengths in pixels.
  package let view: ByteView
  /// In CSS pixels; nil where the size is missing or unreadable.
  package private(set) var size: PixelSize?
  private var root: DrawingTag?
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

  private func firstElement() -> DrawingTag? {
    var position = 0
    while let start = view.offset(of: 0x3C, from: position) {
      let tag = DrawingTag(view, at: start)
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
  private mutating func naturalSize(_ root: DrawingTag) -> PixelSize? {
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
