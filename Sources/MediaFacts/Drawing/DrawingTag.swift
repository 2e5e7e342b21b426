import Findings

/// One `<…>` of a document, with its attributes. Prefixes of names are left out, except for `xmlns`.
struct DrawingTag {
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
    end = Self.afterSpace(view, max(wordEnd, start + 1))
    guard view[end] == 0x3D else { return }
    end = Self.afterSpace(view, end + 1)
    guard let quote = view[end], quote == 0x22 || quote == 0x27 else { return }
    let close = view.offset(of: quote, from: end + 1) ?? view.count
    let value = view.clamped(at: end + 1, length: close - end - 1)
    end = min(close + 1, view.count)
    guard Self.prefixes.contains(prefix) else { return }
    attributes.append(Attribute(name: prefix == "xmlns" ? "xmlns:" + name : name, value: value, range: start..<end))
  }

  /// Prefixes of attributes that are not private to programs.
  private static let prefixes: Set<String> = ["", "xlink", "xml", "xmlns", "svg"]

  private static func afterSpace(_ view: ByteView, _ start: Int) -> Int {
    var position = start
    while let byte = view[position], byte <= 0x20 { position += 1 }
    return position
  }

  /// Declarations inside of it are in brackets.
  private static func endOfDocumentType(_ view: ByteView, from start: Int) -> Int {
    let end = view.offset(of: 0x3E, from: start) ?? view.count
    guard let bracket = view.offset(of: 0x5B, from: start), bracket < end else { return min(end + 1, view.count) }
    return view.offset(of: "]>", from: bracket).map { $0 + 2 } ?? view.offset(of: 0x3E, from: bracket).map { $0 + 1 }
      ?? view.count
  }

  /// Up to a space, `=`, `/`, `<` or `>`.
  private static func word(_ view: ByteView, from start: Int) -> (prefix: String, name: String, end: Int) {
    var end = start
    while let byte = view[end], byte > 0x20, ![0x2F, 0x3C, 0x3D, 0x3E].contains(byte) { end += 1 }
    let text = String(decoding: view.clamped(at: start, length: min(end - start, 64)).bytes, as: UTF8.self)
    guard let colon = text.lastIndex(of: ":") else { return ("", text, end) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]), end)
  }
}

/// CSS declarations, from a `style` attribute or a rule's braces.
struct DrawingStyle {
  /// Names in lower case, and values without `!important`; the last of each name wins.
  private(set) var declarations: [(name: String, value: String)] = []
  /// Whether they contain rules.
  private(set) var hasNestedRules = false

  init(declarations text: String) {
    var pieces = CSSPieces(text)
    while let piece = pieces.next() {
      if piece.block != nil { hasNestedRules = true }
      guard piece.block == nil, let colon = piece.prelude.firstIndex(of: ":") else { continue }
      let name = piece.prelude[..<colon].trimmed
      var value = piece.prelude[piece.prelude.index(after: colon)...].trimmed
      if let mark = value.lastIndex(of: "!") { value = value[..<mark].trimmed }
      declarations.append((name.hasPrefix("--") ? name : name.lowercased(), value))
    }
  }

  subscript(name: String) -> String? { declarations.last { $0.name == name }?.value }

  /// The background, where it is one colour.
  var background: String? {
    guard let value = self["background-color"] ?? self["background"], !["none", "transparent", ""].contains(value),
      !value.contains("("), !value.contains("\"")
    else { return nil }
    return value
  }
}

/// The pieces of a style sheet or a block: each a prelude that a semicolon or a block ends. Comments are left out.
struct CSSPieces {
  private var rest: Substring

  init(_ text: String) { rest = Substring(Self.withoutComments(text)) }

  mutating func next() -> (prelude: String, block: String?)? {
    guard let end = Self.end(in: rest, at: [";", "{", "}"]) else {
      let last = rest.trimmed
      rest = ""
      return last.isEmpty ? nil : (last, nil)
    }
    let prelude = rest[..<end].trimmed
    let ender = rest[end]
    rest = rest[rest.index(after: end)...]
    guard ender == "{" else { return (prelude, nil) }
    let close = Self.end(in: rest, at: ["}"], nested: true) ?? rest.endIndex
    let block = String(rest[..<close])
    rest = rest[close...].dropFirst()
    return (prelude, block)
  }

  /// The first of these characters outside of quotes and parentheses; with `nested`, also outside of blocks.
  private static func end(in text: Substring, at enders: Set<Character>, nested: Bool = false) -> Substring.Index? {
    var (quote, depth): (Character?, Int) = (nil, 0)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      if depth == 0, enders.contains(character) { return index }
      switch character {
      case "\"", "'": quote = character
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case "{" where nested: depth += 1
      case "}" where nested: depth -= 1
      default: break
      }
    }
    return nil
  }

  private static func withoutComments(_ text: String) -> String {
    var (result, rest) = ("", Substring(text))
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound] + " "
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return result + rest
  }
}

extension String {
  /// Without white space and quotes around it.
  var trimmingQuotes: String {
    let isQuote = { (character: Character) in "\"'".contains(character) }
    return String(String(trimmed.drop(while: isQuote).reversed()).drop(while: isQuote).reversed())
  }
}
