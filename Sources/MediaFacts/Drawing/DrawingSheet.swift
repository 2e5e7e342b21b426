import Findings

/// The parts of a style sheet that apply to a picture on a light screen.
struct DrawingSheet {
  enum Part {
    case rule(Rule)
    /// Another style sheet, by its name.
    case file(String)
    case animation
  }

  struct Rule {
    let selector: String
    /// Its declarations.
    let block: String
    /// Why the renderer ignores it; nil for rules that it follows.
    let unread: String?
  }

  /// In their order.
  private(set) var parts: [Part] = []

  init(_ text: String) { read(text, unread: nil) }

  /// - Parameter unread: why the renderer ignores all of these rules.
  private mutating func read(_ text: String, unread: String?) {
    var pieces = CSSPieces(text)
    while let (prelude, block) = pieces.next() {
      let keyword = prelude.prefix { !$0.isWhitespace && $0 != "(" }.lowercased()
      switch (keyword, block) {
      case ("@import", nil): readImport(prelude)
      case ("@media", let block?): if Self.isForScreens(prelude) { read(block, unread: "rules in @media") }
      case ("@supports", let block?), ("@layer", let block?), ("@container", let block?):
        read(block, unread: "rules in \(keyword)")
      case ("@keyframes", _): parts.append(.animation)
      case (_, let block?) where !keyword.hasPrefix("@"): parts.append(.rule(Rule(prelude, block, unread: unread)))
      default: break
      }
    }
  }

  private mutating func readImport(_ prelude: String) {
    let name = prelude.dropFirst("@import".count).trimmed.split { $0 == "(" || $0 == ")" }.last.map(String.init)?
      .trimmed.trimmingQuotes
    if let name, !name.isEmpty { parts.append(.file(name)) }
  }

  /// Whether a media query matches a picture on a light screen.
  static func isForScreens(_ query: String) -> Bool {
    let query = query.lowercased()
    return !["print", "dark", "prefers-", "hover", "speech", "not "].contains { query.contains($0) }
  }
}

extension DrawingSheet.Rule {
  fileprivate init(_ selector: String, _ block: String, unread: String?) {
    (self.selector, self.block) = (selector, block)
    let strange = [":is(", ":where(", ":has("].first(where: selector.contains)
    self.unread = unread ?? strange.map { "rules for \($0)…)" }
  }

  /// Whether a document has elements for one of its selectors.
  ///
  /// - Parameter names: of the document's elements, and their classes and identifiers as `.class` and `#identifier`.
  func matches(_ names: Set<String>) -> Bool {
    selector.split(separator: ",").contains {
      Self.words(of: $0).allSatisfy { $0.hasPrefix(":") || names.contains($0) }
    }
  }

  /// Whether one of its selectors is of the outermost element itself, whatever its state and what is around it.
  func matchesOutermost(_ names: Set<String>) -> Bool {
    selector.split(separator: ",").contains { part in
      let own = part.trimmed
      return !own.contains { $0.isWhitespace || ">+~[(".contains($0) }
        && Self.words(of: Substring(own)).allSatisfy(names.contains)
    }
  }

  /// The names in one selector, without those in parentheses and brackets.
  private static func words(of selector: Substring) -> [String] {
    var (word, words): (String, [String]) = ("", [])
    var depth = 0
    for character in selector {
      if character == "(" || character == "[" { depth += 1 }
      let isName = character.isLetter || character.isNumber || "-_".contains(character)
      if depth == 0, isName {
        word.append(character)
      } else {
        words.append(word)
        word = depth == 0 && ".#:".contains(character) ? String(character) : ""
      }
      if character == ")" || character == "]" { depth -= 1 }
    }
    return (words + [word]).filter { !$0.isEmpty }
  }
}
