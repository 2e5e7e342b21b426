public import Findings

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

/// The options of a notification in browsers, as the Notification API names them.
///
/// In JSON it is one object, which FCM hands on as it is. The image has a type of its own: no browser shows motion.
public struct WebpushNotification: Hashable, Sendable {
  /// The large picture. Replaces `Message.notification.image` in browsers.
  public var image: AssetURL<EveryClient>?
  /// All other options by name: `title`, `icon`, `silent`. Never `image`.
  public let options: [String: JSONValue]

  /// - Parameter options: every option but `image`, which is left out if it is among them.
  public init(image: AssetURL<EveryClient>? = nil, options: [String: JSONValue] = [:]) {
    self.image = image
    self.options = options.filter { $0.key != Self.imageKey }
  }

  private static let imageKey = "image"
}

extension WebpushNotification: Codable {
  private struct ImageOption: Codable { var image: AssetURL<EveryClient>? }

  public init(from decoder: any Decoder) throws {
    self.init(image: try ImageOption(from: decoder).image, options: try [String: JSONValue](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    var object = options
    object[Self.imageKey] = image.map { .string($0.rawValue) }
    try object.encode(to: encoder)
  }
}
