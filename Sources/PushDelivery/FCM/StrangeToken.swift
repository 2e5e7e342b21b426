import Findings

/// What people put in the place of a device's token, and what it really is.
///
/// Tokens and installation identifiers are of letters, digits and `-_:` (what the client libraries make; the API's definition names
/// no form). Only what surely comes from elsewhere is told: names of variables that a template fills in may look like anything.
struct StrangeToken: Hashable, Sendable {
  /// What it is: `a token of Expo's own push service`.
  let kind: String
  /// nil: to write what the app got from FCM.
  let remedy: String?

  /// How many hexadecimal digits a token has that Apple's systems give an app.
  static let appleDigits = 64

  /// nil for what may be a token.
  init?(_ text: String) {
    if text.utf8.count == Self.appleDigits, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
      kind = "64 hexadecimal digits, as the token is that Apple's systems give an app"
      remedy = "give that one to FCM's library in the app, and write the registration token that the library returns"
      return
    }
    // Most are of these signs alone, with which nothing strange but a word is written.
    if text.utf8.count > "undefined".utf8.count,
      text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: ":") })
    {
      return nil
    }
    if ["ExponentPushToken[", "ExpoPushToken["].contains(where: text.hasPrefix) {
      kind = "a token of Expo's own push service"
      remedy =
        "send it to Expo, or write FCM's own token: on Android getDevicePushTokenAsync returns it, on Apple's systems "
        + "FCM's library in the app does (there that function returns Apple's token, which FCM refuses)"
    } else if ["undefined", "null", "nil", "None", "NaN"].contains(text) {
      (kind, remedy) = ("what a program writes for no value", "see that the app's token was stored before it is used")
    } else if ["https://", "http://"].contains(where: text.hasPrefix) {
      kind = "an address, as subscriptions of web push have it"
      remedy = "write the token that the page gets from getToken of FCM's library"
    } else if ["[\"", "{\"", "['", "{'"].contains(where: text.hasPrefix) {
      (kind, remedy) = ("JSON or a list", "write one token alone, and one request for each device")
    } else if text.count > 1, ["\"", "'"].contains(where: { text.hasPrefix($0) && text.hasSuffix($0) }) {
      (kind, remedy) = ("in quotes of its own", "write the token without them")
    } else if text.contains(","), !text.contains(where: "${<%".contains) {
      (kind, remedy) = ("a list", "write one token alone, and one request for each device")
    } else {
      return nil
    }
  }
}
