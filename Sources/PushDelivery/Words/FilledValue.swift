import Findings

/// The text of a cell that is filled in but is not a real value.
enum FilledValue {
  private static let nothing = Set(WordTable.leftovers["nothing"] + WordTable.leftovers["error"])
  private static let longest = nothing.map(\.utf8.count).max() ?? 0
  /// Days since 1899-12-31, by which spreadsheets count: from the year 2000 to 2099.
  private static let days = 36_526...73_050
  private static let wordsForDates = ["date", "datum", "fecha", "data", "dato", "day", "tag", "jour", "termin"]

  /// What the text is instead of a value, as the end of a sentence; nil for a possible value.
  ///
  /// - Parameter name: of its column.
  static func doubt(of text: String, named name: String) -> String? {
    guard text.utf8.count <= longest else { return nil }
    if nothing.contains(text) { return "what programs write where a value is missing" }
    if let remain = SpreadsheetRemains.first(in: text), remain.excerpt == text { return remain.origin }
    guard let number = Int(text), days.contains(number), wordsForDates.contains(where: name.lowercased().hasSuffix)
    else {
      return nil
    }
    return "a date as spreadsheets count days"
  }
}

/// The signs that spreadsheets show instead of values, and formulas.
enum SpreadsheetRemains {
  private static let errors = Set(WordTable.leftovers["error"])

  /// The first in a text, and its origin, as the end of a sentence.
  static func first(in text: String) -> (excerpt: String, origin: String)? {
    guard mayHold(text) else { return nil }
    if isFormula(text) { return (text, "a spreadsheet's formula, and not its result") }
    for word in text.split(whereSeparator: { $0.isWhitespace || ",;()\"".contains($0) })
    where "#E0123456789".contains(word[word.startIndex]) {
      // Signs may end a sentence, but also belong to most of these.
      if let found = [word, word.dropLast()].first(where: { errors.contains(String($0)) }) {
        return (String(found), "what spreadsheets write where a formula fails")
      }
      if word.count >= 4, word.allSatisfy({ $0 == "#" }) {
        return (String(word), "what spreadsheets show where a column is too narrow")
      }
      if isExponent(word) { return (String(word), "a long number as spreadsheets shorten it") }
    }
    return nil
  }

  /// Most texts have none of their signs, as one look at each byte shows.
  private static func mayHold(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "=") && last == 0 { return true }
      if byte == UInt8(ascii: "E"), (0x30...0x39).contains(last) { return true }
      if byte == UInt8(ascii: ":"), last == UInt8(ascii: "r") { return true }
      last = byte
    }
    return false
  }

  /// `1.23457E+14`, with digits after a point and a sign, unlike product names.
  private static func isExponent(_ word: Substring) -> Bool {
    word.wholeMatch(of: /[0-9][.,][0-9]+E[+-]?[0-9]{2,3}/) != nil
  }

  /// `=A2&B2`, `=SUM(A1:A9)`; not `=) Happy Friday`.
  private static func isFormula(_ text: String) -> Bool {
    text.first == "=" && text.firstMatch(of: /^=\s*[+-]?(\$?[A-Z]{1,3}\$?[0-9]+|[\p{Lu}][\p{Lu}0-9_.]+\()/) != nil
  }
}
