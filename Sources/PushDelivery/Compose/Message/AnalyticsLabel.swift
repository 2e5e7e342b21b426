/// A label under which deliveries are counted: 1 to `ClientLimit.analyticsLabelCharacters` letters, digits and `-_.~%`.
///
/// Source: https://firebase.google.com/docs/cloud-messaging/understand-delivery
public struct AnalyticsLabel: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...ClientLimit.analyticsLabelCharacters.value).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy(TopicName.permits)
    else { return nil }
    self.rawValue = rawValue
  }
}
