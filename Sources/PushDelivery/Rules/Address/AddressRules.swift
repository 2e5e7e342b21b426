/// The rules about the text of a URL.
public enum AddressRules {
  /// For an asset that clients load.
  public static let all: [Rule<AddressText>] =
    anyURL + [
      relative, fileName, pathExtension, extensionInQuery, format, adminSDK, doubleEncoding, expiry, length,
    ]

  /// For an asset that is loaded, so that the answer tells its type and whether it can be reached.
  public static let beforeLoading = all.filter { rule in
    ![privateHost, pathExtension, extensionInQuery, format].contains { $0.description.id == rule.description.id }
  }

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
