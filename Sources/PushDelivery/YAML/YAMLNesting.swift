/// Bounds the depth of a YAML text without parsing it. The bounds err on one side only: the parser never goes deeper.
enum YAMLNesting {
  /// Where more than `limit` brackets are open; nil: nowhere.
  ///
  /// A bracket may stand in a comment or in quotes, and only a parser knows. So every opening bracket counts, and a
  /// closing one counts only if all text since its opening one is harmless: were the opening bracket real, the
  /// closing one would be real too. Any other bracket is taken to stay open.
  static func flowOffset(in text: [Unicode.Scalar], deeperThan limit: Int) -> Int? {
    var harmless: [Bool] = []
    var offset = 0
    while offset < text.count {
      switch text[offset] {
      case "[", "{":
        harmless.append(true)
        if harmless.count > limit { return offset }
      case "]", "}":
        if harmless.last == true { harmless.removeLast() }
      case _ where harmless.isEmpty: break
      case "\"", "'":
        if let end = quotedEnd(in: text, from: offset) {
          offset = end
        } else if text[offset] == "\"" || !isInsideWord(text, offset) {
          harmless[harmless.count - 1] = false
        }
      case "#", "!":
        if !isInsideWord(text, offset) { harmless[harmless.count - 1] = false }
      case "\\": harmless[harmless.count - 1] = false
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// Where a line begins, or goes on beginning (`- - `), further right than `limit`; nil: nowhere.
  static func blockOffset(in text: [Unicode.Scalar], furtherThan limit: Int) -> Int? {
    var column: Int? = 0
    for (offset, scalar) in text.enumerated() {
      switch scalar {
      case _ where isBreak(scalar): column = 0
      // The byte order mark may begin any line, and makes text of a `#` behind it.
      case " ", "\t", "\u{FEFF}": column = column.map { $0 + 1 }
      case "#" where offset == 0 || text[offset - 1] != "\u{FEFF}": column = nil
      default:
        if let column, column > limit { return offset }
        column = isIndicator(text, offset) ? column.map { $0 + 1 } : nil
      }
    }
    return nil
  }

  /// True where one of `-`, `?` and `:` opens a level of block nesting, so that the line goes on beginning.
  private static func isIndicator(_ text: [Unicode.Scalar], _ offset: Int) -> Bool {
    guard ["-", "?", ":"].contains(text[offset]) else { return false }
    guard offset + 1 < text.count else { return true }
    return text[offset + 1] == " " || text[offset + 1] == "\t" || isBreak(text[offset + 1])
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
  }

  /// The closing quote of a text that certainly begins at `start`, and in which brackets come in harmless pairs alone.
  private static func quotedEnd(in text: [Unicode.Scalar], from start: Int) -> Int? {
    guard isTokenStart(text, start) else { return nil }
    let quote = text[start]
    // A quote within the quotes: `\"` between double ones, `''` between single ones.
    let escape: Unicode.Scalar = quote == "\"" ? "\\" : "'"
    var open = 0
    var offset = start + 1
    while offset < text.count {
      let next = offset + 1 < text.count ? text[offset + 1] : "\n"
      switch text[offset] {
      case "[", "{": open += 1
      case "]", "}": open -= 1
      case "\"", "'", "#", "!", "\\":
        if open > 0 { return nil }
        if text[offset] == escape, next == quote || next == escape {
          offset += 1
        } else if text[offset] == quote {
          return offset
        }
      default: break
      }
      if !(0...4).contains(open) { return nil }
      offset += 1
    }
    return nil
  }

  /// True where a quote opens a quoted text: behind a bracket, a comma, or the colon of a key.
  private static func isTokenStart(_ text: [Unicode.Scalar], _ offset: Int) -> Bool {
    var before = offset - 1
    while before >= 0, [" ", "\n", "\r"].contains(text[before]) { before -= 1 }
    guard before >= 0 else { return false }
    switch text[before] {
    case "[", "{", ",": return true
    case ":": return before < offset - 1 || before > 0 && text[before - 1] == "\""
    default: return false
    }
  }

  /// True where a letter, a digit or a slash precedes, so that an apostrophe, `#` or `!` is only part of a word.
  private static func isInsideWord(_ text: [Unicode.Scalar], _ offset: Int) -> Bool {
    guard offset > 0 else { return false }
    switch text[offset - 1] {
    case "0"..."9", "A"..."Z", "a"..."z", "/": return true
    default: return false
    }
  }
}
