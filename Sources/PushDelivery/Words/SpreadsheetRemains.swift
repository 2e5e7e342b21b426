import Findings

/// Signs that spreadsheets show instead of values, formulas, and numbers as computers write them.
enum SpreadsheetRemains {
  private static let errors = Set(WordTable.leftovers["error"])
  /// By the letter after the number sign.
  private static let numberSigns = Dictionary(grouping: errors.filter { $0.hasPrefix("#") }) { $0.dropFirst().first }

  /// The first in a text, and its origin, as the end of a sentence.
  static func first(in text: String) -> (excerpt: String, origin: String)? {
    guard mayHold(text) else { return nil }
    if isFormula(text) { return (text, "a spreadsheet's formula, and not its result") }
    if let found = error(in: text) { return (found, failed) }
    for word in text.split(whereSeparator: { $0.isWhitespace || ";()\"".contains($0) }) {
      if let found = remain(word) { return found }
    }
    return nil
  }

  private static let failed = "what spreadsheets write where a formula fails"

  private static func remain(_ word: Substring) -> (excerpt: String, origin: String)? {
    if word.hasPrefix("####"), word.allSatisfy({ "#,.!?:".contains($0) }) {
      return (String(word.prefix { $0 == "#" }), "what spreadsheets show where a column is too narrow")
    }
    guard let start = word.firstIndex(where: isLetterOrDigit), let end = word.lastIndex(where: isLetterOrDigit) else {
      return nil
    }
    let bare = word[start...end]
    if bare.first == "E", errors.contains(String(bare)) { return (String(bare), failed) }
    guard bare.first?.isASCII == true, bare.first?.isNumber == true else { return nil }
    if isExponent(bare) { return (String(bare), "a long number as spreadsheets shorten it") }
    guard bare.wholeMatch(of: /[0-9]+[.,][0-9]{13,}/) != nil else { return nil }
    return (String(bare), "a number as computers calculate it, not rounded")
  }

  private static func isLetterOrDigit(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Most texts have none of their signs, as one look at each byte shows.
  private static func mayHold(_ text: String) -> Bool {
    var last: UInt8 = 0
    var digits = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "=") && last == 0 { return true }
      if byte == UInt8(ascii: "E"), digits > 0 { return true }
      if byte == UInt8(ascii: ":"), last == UInt8(ascii: "r") { return true }
      digits = isDigit(byte) ? digits + 1 : 0
      if digits == 13 { return true }
      last = byte
    }
    return false
  }

  /// An error that begins with a number sign, also between letters of scripts without spaces.
  private static func error(in text: String) -> String? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "#") {
      let (before, tail) = (text[..<start].last, rest[start...])
      rest = tail.dropFirst()
      let found = (numberSigns[rest.first] ?? []).filter { error in
        // A hashtag may begin with the letters of an error.
        tail.hasPrefix(error)
          && (error.hasSuffix("!") || error.hasSuffix("?") || !isJoined(tail.dropFirst(error.count).first))
      }
      if let longest = found.max(by: { $0.count < $1.count }), !isJoined(before) { return longest }
    }
    return nil
  }

  /// Whether a character next to an error makes it a part of a word.
  private static func isJoined(_ character: Character?) -> Bool {
    guard let character, let scalar = character.unicodeScalars.first else { return false }
    return isLetterOrDigit(character) && scalar.value < 0x2E80
  }

  /// `1.23457E+14`, with digits after a point or with a sign, unlike product names.
  private static func isExponent(_ word: Substring) -> Bool {
    word.wholeMatch(of: /[0-9](?:[.,][0-9]+E[+-]?|E\+)[0-9]{2,3}/) != nil
  }

  /// `=A2&B2`, `=sum(A1:A9)`, `="Hello "&A2`; not `=) Happy Friday`.
  private static func isFormula(_ text: String) -> Bool {
    guard text.first == "=" else { return false }
    return text.firstMatch(
      of: /^=\s*(?:[+\-]?(?:\$?[A-Z]{1,3}\$?[0-9]+|\p{L}[\p{L}0-9_.]+\()|"|\[@|'[^']+'!|[\p{L}0-9_]+!\$?[A-Z])/) != nil
  }
}
