import Findings

/// A text in place of a device's token, and its real kind.
///
/// Tokens and installation identifiers are of letters, digits and `-_:` (what the client libraries make; the API's definition names no
/// form). Only certain mistakes are reported: names of template variables may look like anything.
struct StrangeToken: Hashable, Sendable {
  /// Its kind: `a token of Expo's own push service`.
  let kind: String
  /// nil: use the token from FCM.
  let remedy: String?

  /// How many hexadecimal digits a token of Apple's systems has.
  static let appleDigits = 64

  /// nil for a possible token.
  init?(_ text: String) {
    guard let (kind, remedy) = Self.mistake(text) else { return nil }
    (self.kind, self.remedy) = (kind, remedy)
  }

  private static func mistake(_ text: String) -> (kind: String, remedy: String?)? {
    if text.utf8.count == appleDigits, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
      return (
        "64 hexadecimal digits, like the token that Apple's systems give an app",
        "give that one to FCM's library in the app, and write the registration token that the library returns"
      )
    }
    if [32, 36, 40].contains(text.utf8.count), TextRemains.isIdentifier(text) {
      return ("an identifier, as databases have it", other)
    }
    if widths.contains(text.utf8.count), text.dropFirst(22).hasPrefix(":APA91b") {
      return ("cut off after \(text.utf8.count) characters", "store the whole token, which has about 160 characters")
    }
    // Not a secret.
    if let own = ofPeople(text) { return ("\(text.quoted), \(own.kind)", own.remedy) }
    // Most have only these characters, which no mistake but a word has.
    if text.utf8.count > "undefined".utf8.count, text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: ":") }) {
      return nil
    }
    if let known = beginnings.first(where: { $0.any.contains(where: text.hasPrefix) }) {
      return (known.kind, known.remedy)
    }
    if ["undefined", "null", "nil", "None", "NaN"].contains(text) {
      return ("what a program writes for no value", "see that the app's token was stored before it is used")
    }
    if text.count > 1, ["\"", "'"].contains(where: { text.hasPrefix($0) || text.hasSuffix($0) }) {
      return ("in extra quotes", "write the token without them")
    }
    let isList = text.contains(where: ",;|".contains) && !text.contains(where: "${<%".contains)
    return isList ? ("a list", oneToken) : nil
  }

  private static let beginnings: [(any: [String], kind: String, remedy: String)] = [
    (
      ["ExponentPushToken[", "ExpoPushToken["], "a token of Expo's own push service",
      "send it to Expo, or write FCM's own token: on Android getDevicePushTokenAsync returns it, on Apple's systems "
        + "FCM's library in the app does (there that function returns Apple's token, which FCM refuses)"
    ),
    (
      ["https://", "http://"], "an address, as subscriptions of web push have it",
      "write the token that the page gets from getToken of FCM's library"
    ), (["[\"", "{\"", "['", "{'"], "JSON or a list", oneToken),
  ]
  private static let oneToken = "write only one token, and one request for each device"
  private static let other =
    "write the registration token that the app got from FCM: about 160 letters with a colon behind the 22nd"
  /// Widths of columns in databases, all too small for a token.
  private static let widths: Set = [50, 64, 80, 100, 128, 140, 150]

  /// Other values in the tokens' column: phone and customer numbers, addresses, truth values, masked tokens.
  private static func ofPeople(_ text: String) -> (kind: String, remedy: String?)? {
    // None of these is so long.
    guard text.utf8.count < 64 else { return nil }
    if FilledValue.isMailAddress(text) { return ("a mail address", other) }
    if SpreadsheetRemains.first(in: text)?.excerpt == text {
      return ("what a spreadsheet shows instead of a value", other)
    }
    let digits = text.utf8.count(where: isDigit)
    if digits > 5, text.utf8.allSatisfy({ isDigit($0) || "+-. ()/".utf8.contains($0) }) {
      return (text.hasPrefix("+") || text.hasPrefix("00") ? "a phone number" : "a number", other)
    }
    if text.wholeMatch(of: /[a-z]{3,}([-_][a-z]{2,})+/) != nil { return ("words, as topics are called", other) }
    if masks.contains(where: text.contains) || text.lowercased().wholeMatch(of: /x{4,}/) != nil {
      return ("masked", other)
    }
    return words.contains(text.lowercased()) ? ("a truth value or a word for nothing", other) : nil
  }

  private static let masks = ["***", "•••", "xxxx-xxxx", "[redacted]", "<redacted>", "REDACTED"]
  private static let words = Set(WordTable.leftovers.rows("tokenless").joined())
}
