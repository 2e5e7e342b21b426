import Findings

// What becomes of a request that breaks a rule.
extension RequestRules {
  /// The rules of which FCM answers 400 where they are broken by an error, so that nobody gets the message.
  static let refused = identifiers(
    [
      unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations, endpoint, oneTarget, topic,
      condition,
      token, installation, dataKey, timeToLive, analyticsLabel, iconColor, webLink, aps,
    ])

  /// The rules after whose breach one kind of client gets or shows no notification at all, whatever becomes of the others.
  static func silenced(_ platform: Platform) -> Set<RuleIdentifier> {
    switch platform {
    case .ios: silencedByApple
    case .android: tooLarge
    case .web: silencedByBrowsers
    }
  }

  private static let silencedByApple = identifiers([pushType, appleHeader, expired, alertText, payloadSize])
  private static let silencedByBrowsers = identifiers([webOptions, payloadSize])
  /// A message has another size for each.
  private static let tooLarge = identifiers([payloadSize])

  /// The rules about pictures that stand where nobody looks.
  static let misplacing = identifiers([
    dataImage, appleImagePlace, webImagePlace, webImageHeader, mutableContentPlace,
  ])

  private static func identifiers(_ rules: [Rule<RequestDocument>]) -> Set<RuleIdentifier> {
    Set(rules.map(\.description.id))
  }
}
