/// What a message says to browsers alone.
public struct WebpushConfig: Hashable, Sendable, Codable {
  /// Headers of the web push protocol (RFC 8030): `TTL`, `Urgency`, `Topic`.
  public var headers: [String: String]?
  /// Replaces `Message.data` in browsers.
  public var data: [String: String]?
  /// What browsers show. Here, and nowhere else in this type, they find the image.
  public var notification: WebpushNotification?
  public var fcmOptions: WebpushFcmOptions?

  public init(
    headers: [String: String]? = nil, data: [String: String]? = nil, notification: WebpushNotification? = nil,
    fcmOptions: WebpushFcmOptions? = nil
  ) {
    self.headers = headers
    self.data = data
    self.notification = notification
    self.fcmOptions = fcmOptions
  }

  private enum CodingKeys: String, CodingKey {
    case headers, data, notification
    case fcmOptions = "fcm_options"
  }
}

/// Options of FCM's client library in browsers.
public struct WebpushFcmOptions: Hashable, Sendable, Codable {
  /// The page that a tap opens.
  public var link: HTTPSLink?
  public var analyticsLabel: AnalyticsLabel?

  public init(link: HTTPSLink? = nil, analyticsLabel: AnalyticsLabel? = nil) {
    self.link = link
    self.analyticsLabel = analyticsLabel
  }

  private enum CodingKeys: String, CodingKey {
    case link
    case analyticsLabel = "analytics_label"
  }
}
