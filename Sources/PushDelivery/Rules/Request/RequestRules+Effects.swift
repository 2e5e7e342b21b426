import Findings

// The effects of breaking a rule.
extension RequestRules {
  /// The rules whose errors FCM answers with 400, so that the message reaches no device.
  static let refused = identifiers(
    [
      unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations, endpoint, oneTarget, topic,
      condition,
      token, installation, dataKey, timeToLive, analyticsLabel, iconColor, webLink, aps,
    ])

  /// The rules whose errors keep one kind of client from getting or showing any notification, whatever the others do.
  static func silenced(_ platform: Platform) -> Set<RuleIdentifier> {
    switch platform {
    case .ios: silencedByApple
    case .android: tooLarge
    case .web: silencedByBrowsers
    }
  }

  private static let silencedByApple = identifiers([pushType, appleHeader, expired, alertText, payloadSize])
  private static let silencedByBrowsers = identifiers([webOptions, payloadSize])
  /// A message's size differs for each.
  private static let tooLarge = identifiers([payloadSize])

  /// The rules about pictures in places that no client reads.
  static let misplacing = identifiers([
    dataImage, appleImagePlace, webImagePlace, webImageHeader, mutableContentPlace,
  ])

  private static func identifiers(_ rules: [Rule<RequestDocument>]) -> Set<RuleIdentifier> {
    Set(rules.map(\.description.id))
  }
}
