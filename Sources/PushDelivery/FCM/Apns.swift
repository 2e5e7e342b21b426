public import Findings

/// What a message says to Apple's systems alone.
public struct ApnsConfig: Hashable, Sendable, Codable {
  /// Headers of APNs: `apns-priority`, `apns-expiration`.
  public var headers: [String: String]?
  /// The payload as APNs defines it: `aps` and keys of the app's own. FCM does not check what is in it.
  public var payload: [String: JSONValue]?
  public var fcmOptions: ApnsFcmOptions?
  /// The token of a Live Activity that the message starts, updates or ends.
  public var liveActivityToken: String?

  public init(
    headers: [String: String]? = nil, payload: [String: JSONValue]? = nil, fcmOptions: ApnsFcmOptions? = nil,
    liveActivityToken: String? = nil
  ) {
    self.headers = headers
    self.payload = payload
    self.fcmOptions = fcmOptions
    self.liveActivityToken = liveActivityToken
  }

  private enum CodingKeys: String, CodingKey {
    case headers, payload
    case fcmOptions = "fcm_options"
    case liveActivityToken = "live_activity_token"
  }
}

/// Options of FCM's client library on Apple's systems.
public struct ApnsFcmOptions: Hashable, Sendable, Codable {
  /// The one place in which FCM's service extension looks for an attachment, despite its name one that moves too;
  /// replaces `Message.notification.image`.
  public var image: AssetURL<AppleSystems>?
  public var analyticsLabel: AnalyticsLabel?

  public init(image: AssetURL<AppleSystems>? = nil, analyticsLabel: AnalyticsLabel? = nil) {
    self.image = image
    self.analyticsLabel = analyticsLabel
  }

  private enum CodingKeys: String, CodingKey {
    case image
    case analyticsLabel = "analytics_label"
  }
}

/// Options of FCM's client libraries on every platform.
public struct FcmOptions: Hashable, Sendable, Codable {
  public var analyticsLabel: AnalyticsLabel?

  public init(analyticsLabel: AnalyticsLabel? = nil) { self.analyticsLabel = analyticsLabel }

  private enum CodingKeys: String, CodingKey { case analyticsLabel = "analytics_label" }
}

/// Options of FCM's client library on Android.
public struct AndroidFcmOptions: Hashable, Sendable, Codable {
  public var analyticsLabel: AnalyticsLabel?

  public init(analyticsLabel: AnalyticsLabel? = nil) { self.analyticsLabel = analyticsLabel }

  private enum CodingKeys: String, CodingKey { case analyticsLabel = "analytics_label" }
}

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
