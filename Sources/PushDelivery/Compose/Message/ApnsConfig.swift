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
  public var image: AppleAttachmentURL?
  public var analyticsLabel: AnalyticsLabel?

  public init(image: AppleAttachmentURL? = nil, analyticsLabel: AnalyticsLabel? = nil) {
    self.image = image
    self.analyticsLabel = analyticsLabel
  }

  private enum CodingKeys: String, CodingKey {
    case image
    case analyticsLabel = "analytics_label"
  }
}
