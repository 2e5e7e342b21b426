import Findings

/// What a text in place of a device's token really is.
///
/// Tokens and installation identifiers are of letters, digits and `-_:` (what the client libraries make; the API's definition names no
/// form). Only certain mistakes are reported: names of template variables may look like anything.
enum StrangeToken {
  /// Its kind (`a token of Expo's own push service`) and the fix; nil for a possible token.
  static func words(of text: String) -> ErrorWords? {
    kind(of: text).map { ErrorWords("token", $0, $0 == "cut" ? ["\(text.utf8.count)"] : []) }
      // Not a secret.
      ?? kindOfPeople(text).map { ErrorWords("token", $0, [text.quoted]) }
      ?? oddKind(of: text).map { ErrorWords("token", $0) }
  }

  /// How many hexadecimal digits a token of Apple's systems has.
  private static let appleDigits = 64
  /// Widths of columns in databases, all too small for a token.
  private static let widths: Set = [128, 140, 150]

  private static func kind(of text: String) -> String? {
    let count = text.utf8.count
    if count == appleDigits, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) { return "apple" }
    if [32, 36, 40].contains(count), TextRemains.isIdentifier(text) { return "identifier" }
    return (count <= 100 || widths.contains(count)) && text.dropFirst(22).hasPrefix(":APA91b") ? "cut" : nil
  }

  /// Other values in the tokens' column: phone and customer numbers, addresses, truth values, masked tokens.
  private static func kindOfPeople(_ text: String) -> String? {
    // None of these is so long.
    guard text.utf8.count < 64 else { return nil }
    if FilledValue.isMailAddress(text) { return "mail" }
    if SpreadsheetRemains.first(in: text)?.excerpt == text { return "spreadsheet" }
    if text.hasPrefix("/topics/") { return "topicPath" }
    if text.utf8.count(where: isDigit) > 2, text.utf8.allSatisfy({ isDigit($0) || "+-. ()/".utf8.contains($0) }) {
      return text.hasPrefix("+") || text.hasPrefix("00") ? "phone" : "number"
    }
    if text.wholeMatch(of: /[a-z]{3,}([-_][a-z]{2,})+/) != nil { return "topic" }
    if masks.contains(where: text.contains) || text.lowercased().wholeMatch(of: /x{4,}/) != nil { return "masked" }
    return nothings.contains(text.lowercased()) ? "nothing" : nil
  }

  private static let masks = ["***", "•••", "xxxx-xxxx", "[redacted]", "<redacted>", "REDACTED"]
  private static let nothings = Set(WordTable.leftovers.rows("tokenless").joined())

  private static func oddKind(of text: String) -> String? {
    // Most have only these characters, which no mistake but a word has.
    if text.utf8.count > "undefined".utf8.count, text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: ":") }) {
      return nil
    }
    if ["ExponentPushToken[", "ExpoPushToken["].contains(where: text.hasPrefix) { return "expo" }
    if ["undefined", "null", "nil", "None", "NaN"].contains(text) { return "missing" }
    if ["https://", "http://"].contains(where: text.hasPrefix) { return "address" }
    if ["[\"", "{\"", "['", "{'"].contains(where: text.hasPrefix) { return "json" }
    if text.count > 1, ["\"", "'"].contains(where: { text.hasPrefix($0) || text.hasSuffix($0) }) { return "quotes" }
    return text.contains(where: ",;|".contains) && !text.contains(where: "${<%".contains) ? "list" : nil
  }
}
