/// The type of a markup document, by its first element, or by the document type before it.
enum Markup: Hashable, Sendable {
  case svg, html
  /// The answer of object stores instead of a file: an element `Error`.
  case error

  /// nil for any other document, and for other files.
  init?(_ file: ByteView) {
    let view = Self.withoutByteOrderMark(file)
    var position = 0
    // Only comments, instructions and document types come before.
    while let start = Self.afterSpace(view, position), view[start] == 0x3C {
      let tag = DrawingTag(view, at: start)
      let name = tag.name.hasPrefix("?") ? "" : tag.name.lowercased()
      switch name.isEmpty ? Self.documentType(view, at: start) : name {
      case "svg" where !tag.closes: self = .svg
      case "html" where !tag.closes: self = .html
      case "head" where name == "head" && !tag.closes: self = .html
      case "error" where name == "error" && !tag.closes: self = .error
      case _ where name.isEmpty:
        position = max(tag.end, start + 1)
        continue
      default: return nil
      }
      return
    }
    return nil
  }

  /// The name of the root element in a document type declaration, without a prefix; empty for others.
  private static func documentType(_ view: ByteView, at start: Int) -> String {
    let text = String(decoding: view.clamped(at: start, length: 64).bytes, as: UTF8.self).lowercased()
    let words = text.split { $0.isWhitespace || $0 == ">" || $0 == "[" }
    guard words.first == "<!doctype", words.count > 1 else { return "" }
    return words[1].split(separator: ":").last.map(String.init) ?? ""
  }

  private static func afterSpace(_ view: ByteView, _ start: Int) -> Int? {
    (start..<max(start, view.count)).first { ![0x09, 0x0A, 0x0D, 0x20].contains(view[$0]) }
  }

  /// UTF-16 text is read as ASCII, which is all that is searched for.
  private static func withoutByteOrderMark(_ view: ByteView) -> ByteView {
    if view.has([0xEF, 0xBB, 0xBF]) { return view.clamped(at: 3) }
    guard let (_, start) = wideText(view) else { return view }
    return ByteView(view.bytes.dropFirst(start).filter { $0 != 0 })
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
