/// The type of a markup document, by its first element, or by the document type before it.
enum Markup: Hashable, Sendable {
  case svg, html
  /// The answer of object stores instead of a file: an element `Error`.
  case error

  /// nil for any other document, and for other files.
  init?(_ view: ByteView) {
    var text = MarkupProlog(view)
    while let tag = text.nextTag() {
      if tag.isElement("svg") || tag.isDocumentType("svg") {
        self = .svg
        return
      }
      if tag.isElement("html") || tag.isElement("head") || tag.isDocumentType("html") {
        self = .html
        return
      }
      if tag.isElement("error") {
        self = .error
        return
      }
      if tag.isElement { return nil }
    }
    return nil
  }

  /// The order of the bytes of a text in UTF-16, and where it starts: after a byte order mark, or with `<` (XML 1.0, appendix F). Nil for
  /// any other.
  static func wideText(_ view: ByteView) -> (order: ByteOrder, start: Int)? {
    let signs: [([UInt8], ByteOrder, Int)] = [
      ([0xFF, 0xFE], .little, 2), ([0xFE, 0xFF], .big, 2), ([0x3C, 0], .little, 0), ([0, 0x3C], .big, 0),
    ]
    return signs.first { view.has($0.0) }.map { ($0.1, $0.2) }
  }
}

/// The prolog of a document: declarations, comments, the document type, the first element.
private struct MarkupProlog {
  private let view: ByteView
  private var position = 0

  init(_ view: ByteView) {
    self.view = MarkupProlog.withoutByteOrderMark(view)
  }

  /// The next `<…`, unless other text comes first. Comments and processing instructions are skipped.
  mutating func nextTag() -> MarkupTag? {
    while let byte = view[position], [0x09, 0x0A, 0x0D, 0x20].contains(byte) { position += 1 }
    guard view[position] == 0x3C else { return nil }
    let tag = MarkupTag(view.clamped(at: position, length: 64))
    guard let next = view.offset(of: tag.terminator, from: position + 1) else {
      position = view.count
      return tag
    }
    position = next + tag.terminator.utf8.count
    return tag
  }

  /// UTF-16 text is read as ASCII, which is all that is searched for.
  private static func withoutByteOrderMark(_ view: ByteView) -> ByteView {
    if view.has([0xEF, 0xBB, 0xBF]) { return view.clamped(at: 3) }
    guard let (_, start) = Markup.wideText(view) else { return view }
    return ByteView(view.bytes.dropFirst(start).filter { $0 != 0 })
  }
}

/// The start of one `<…>`, in lower case.
private struct MarkupTag {
  private let text: String

  init(_ view: ByteView) {
    text = String(decoding: view.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Its terminator.
  var terminator: String {
    if text.hasPrefix("<!--") { return "-->" }
    return text.hasPrefix("<?") ? "?>" : ">"
  }

  var isElement: Bool { !text.hasPrefix("<!") && !text.hasPrefix("<?") }

  /// Whether it opens an element of this name, with any namespace prefix.
  func isElement(_ name: String) -> Bool {
    guard isElement else { return false }
    let qualified = text.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    return qualified == name || qualified.hasSuffix(":" + name)
  }

  /// Whether it is the document type declaration of this root element.
  func isDocumentType(_ name: String) -> Bool {
    let words = text.split { $0.isWhitespace || $0 == ">" || $0 == "[" }
    return words.first == "<!doctype" && words.dropFirst().first.map { $0 == name || $0.hasSuffix(":" + name) } == true
  }
}
