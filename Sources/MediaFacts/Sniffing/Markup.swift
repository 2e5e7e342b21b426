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
    while case let start = view.end(from: position, while: { [0x09, 0x0A, 0x0D, 0x20].contains($0) }),
      view[start] == 0x3C
    {
      let tag = MarkupTag(view, at: start)
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

/// One `<…>` of a document, with its attributes. Prefixes of names are left out, except for `xmlns`.
struct MarkupTag {
  let name: String
  /// The part before the colon of its name.
  let prefix: String
  /// Whether it ends an element, and whether it is an empty element.
  let closes: Bool
  private(set) var isEmpty = false
  private(set) var attributes: [Attribute] = []
  let start: Int
  /// After its `>`.
  private(set) var end: Int

  struct Attribute {
    let name: String
    let value: ByteView
    /// From the first byte of its name to the quote that ends its value.
    let range: Range<Int>

    /// The value without XML's entities for white space, at most 2000 characters.
    var text: String {
      String(decoding: value.clamped(at: 0, length: 2000).bytes, as: UTF8.self).replacing("&quot;", with: "\"")
        .replacing("&amp;", with: "&").replacing("&#10;", with: " ")
    }
  }

  /// Comments, character data, instructions and document types have no name.
  init(_ view: ByteView, at start: Int) {
    self.start = start
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where view.has(opening, at: start) {
      (name, prefix, closes) = ("", "", false)
      end = view.offset(of: closing, from: start).map { $0 + closing.utf8.count } ?? view.count
      return
    }
    guard !view.has("<!", at: start) else {
      (name, prefix, closes) = ("", "", false)
      end = Self.endOfDocumentType(view, from: start)
      return
    }
    closes = view[start + 1] == 0x2F
    (prefix, name, end) = Self.word(view, from: start + (closes ? 2 : 1))
    readAttributes(view)
  }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.text }

  private mutating func readAttributes(_ view: ByteView) {
    while let byte = view[end], byte != 0x3E, byte != 0x3C {
      guard byte > 0x20, byte != 0x2F, byte != 0x3F else {
        isEmpty = byte == 0x2F
        end += 1
        continue
      }
      isEmpty = false
      readAttribute(view)
    }
    if view[end] == 0x3E { end += 1 }
  }

  private mutating func readAttribute(_ view: ByteView) {
    let start = end
    let (prefix, name, wordEnd) = Self.word(view, from: start)
    end = view.end(from: max(wordEnd, start + 1)) { $0 <= 0x20 }
    guard view[end] == 0x3D else { return }
    end = view.end(from: end + 1) { $0 <= 0x20 }
    guard let quote = view[end], quote == 0x22 || quote == 0x27 else { return }
    let close = view.offset(of: quote, from: end + 1) ?? view.count
    let value = view.clamped(at: end + 1, length: close - end - 1)
    end = min(close + 1, view.count)
    guard Self.prefixes.contains(prefix) else { return }
    attributes.append(Attribute(name: prefix == "xmlns" ? "xmlns:" + name : name, value: value, range: start..<end))
  }

  /// Prefixes of attributes that are not private to programs.
  private static let prefixes: Set<String> = ["", "xlink", "xml", "xmlns", "svg"]

  /// Declarations inside of it are in brackets.
  private static func endOfDocumentType(_ view: ByteView, from start: Int) -> Int {
    let end = view.offset(of: 0x3E, from: start) ?? view.count
    guard let bracket = view.offset(of: 0x5B, from: start), bracket < end else { return min(end + 1, view.count) }
    return view.offset(of: "]>", from: bracket).map { $0 + 2 } ?? view.offset(of: 0x3E, from: bracket).map { $0 + 1 }
      ?? view.count
  }

  /// Up to a space, `=`, `/`, `<` or `>`.
  private static func word(_ view: ByteView, from start: Int) -> (prefix: String, name: String, end: Int) {
    let end = view.end(from: start) { $0 > 0x20 && ![0x2F, 0x3C, 0x3D, 0x3E].contains($0) }
    let text = String(decoding: view.clamped(at: start, length: min(end - start, 64)).bytes, as: UTF8.self)
    guard let colon = text.lastIndex(of: ":") else { return ("", text, end) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]), end)
  }
}
