/// What an SVG document shows of other files. It is drawn without them, since drawing must not read what a document names.
struct DrawingReferences {
  /// The names as they are written, each once; at most three.
  private(set) var names: [String] = []

  private static let mostNames = 3
  /// Elements that show what they refer to (SVG 2, sections 5.6 and 12.3; Filter Effects, 9.13), and the instruction that names a
  /// style sheet.
  private static let elements: Set<String> = ["image", "feImage", "use", "?xml-stylesheet"]

  init(_ view: ByteView) {
    var position = 0
    while names.count < Self.mostNames, let start = view.offset(of: 0x3C, from: position) {
      var tag = DrawingTag(view, at: start)
      while let attribute = tag.nextAttribute() {
        guard Self.elements.contains(tag.name), attribute.name == "href" else { continue }
        add(attribute.value)
      }
      position = tag.position
    }
  }

  /// Parts of the document itself and pictures inside it are none.
  private mutating func add(_ value: ByteView) {
    let text = String(decoding: value.clamped(at: 0, length: 300).bytes, as: UTF8.self)
    let name = String(text.drop { $0.isWhitespace })
    guard !name.isEmpty, !name.hasPrefix("#"), !name.lowercased().hasPrefix("data:"), !names.contains(name) else {
      return
    }
    names.append(name)
  }
}

/// One `<…>` of a document, read attribute by attribute. Of names, what stands before a colon is left out.
private struct DrawingTag {
  let name: String
  /// Where reading goes on.
  private(set) var position: Int
  private let view: ByteView

  /// Comments and character data have no attributes.
  init(_ view: ByteView, at start: Int) {
    self.view = view
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where view.has(opening, at: start) {
      name = ""
      position = view.offset(of: closing, from: start) ?? view.count
      return
    }
    (name, position) = Self.word(view, from: start + 1)
  }

  /// Nil at the tag's end.
  mutating func nextAttribute() -> (name: String, value: ByteView)? {
    skipSpace()
    guard let byte = view[position], byte != 0x3E, byte != 0x3C, !name.isEmpty else { return nil }
    let (attribute, end) = Self.word(view, from: position)
    position = max(end, position + 1)
    skipSpace()
    guard view[position] == 0x3D else { return (attribute, view.clamped(at: position, length: 0)) }
    position += 1
    skipSpace()
    guard let quote = view[position], quote == 0x22 || quote == 0x27 else { return nextAttribute() }
    let start = position + 1
    let close = view.offset(of: quote, from: start) ?? view.count
    position = close + 1
    return (attribute, view.clamped(at: start, length: close - start))
  }

  private mutating func skipSpace() {
    while let byte = view[position], byte <= 0x20 { position += 1 }
  }

  /// Up to a space, `=`, `/`, `<` or `>`.
  private static func word(_ view: ByteView, from start: Int) -> (text: String, end: Int) {
    var end = start
    while let byte = view[end], byte > 0x20, ![0x2F, 0x3C, 0x3D, 0x3E].contains(byte) { end += 1 }
    let text = String(decoding: view.clamped(at: start, length: min(end - start, 64)).bytes, as: UTF8.self)
    return (text.split(separator: ":").last.map(String.init) ?? "", end)
  }
}
