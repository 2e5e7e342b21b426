/// The rules about the text of a URL.
public enum AddressRules {
  /// For an asset that clients load.
  public static let all: [Rule<AddressText>] =
    anyURL + [
      relative, fileName, pathExtension, extensionInQuery, format, adminSDK, doubleEncoding, expiry, length,
    ]

  /// For every URL that clients load, whatever it leads to.
  static let anyURL = [syntax, scheme, userInfo, fragment, privateHost]
}

extension RuleExample {
  /// A message whose picture for Apple's systems has this address.
  static func address(_ url: String) -> RuleExample {
    message(
      """
      "apns": {
        "payload": {"aps": {"mutable-content": 1}},
        "fcm_options": {"image": "\(url)"}
      }
      """)
  }
}
