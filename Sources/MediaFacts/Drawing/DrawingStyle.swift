import Findings

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
