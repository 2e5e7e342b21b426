public import Findings

/// How a message is delivered and announced, for all platforms alike.
public struct MessageOptions: Hashable, Sendable {
  /// nil: the platforms' own; high for notifications.
  public var priority: Priority?
  /// How long a device that is away may still get it; nil: four weeks.
  public var timeToLive: TimeToLive?
  /// The moment, in seconds since 1970, after which Apple's servers drop it. They know no duration.
  public var expiration: Int?
  /// A device gets only the last waiting message with this key.
  public var collapseKey: String?
  /// A channel that the Android app has created.
  public var channel: String?
  /// `default` or the name of a sound of the app.
  public var sound: String?
  /// The number on the app's icon.
  public var badge: Int?
  /// The actions that Apple's systems offer, by the name that the app gives them.
  public var category: String?
  /// The label for FCM's statistics.
  public var analyticsLabel: AnalyticsLabel?
  /// Keys and values for the app.
  public var data: [String: String]

  public init(
    priority: Priority? = nil, timeToLive: TimeToLive? = nil, expiration: Int? = nil, collapseKey: String? = nil,
    channel: String? = nil, sound: String? = nil, badge: Int? = nil, category: String? = nil,
    analyticsLabel: AnalyticsLabel? = nil, data: [String: String] = [:]
  ) {
    self.priority = priority
    self.timeToLive = timeToLive
    self.expiration = expiration
    self.collapseKey = collapseKey
    self.channel = channel
    self.sound = sound
    self.badge = badge
    self.category = category
    self.analyticsLabel = analyticsLabel
    self.data = data
  }

  /// When a device that sleeps gets the message.
  public enum Priority: String, Hashable, Sendable, CaseIterable {
    case normal, high
  }
}

/// Fields of the API that the author of a message wrote for one platform, by their names in the REST reference. They win over
/// everything else: `{"notification": {"color": "#ff6600"}}` of `AndroidConfig`.
public struct MessageOverrides: Hashable, Sendable {
  /// An object of `AndroidConfig`.
  public var android: JSONValue?
  /// An object of `ApnsConfig`.
  public var apns: JSONValue?
  /// An object of `WebpushConfig`.
  public var webpush: JSONValue?

  public init(android: JSONValue? = nil, apns: JSONValue? = nil, webpush: JSONValue? = nil) {
    self.android = android
    self.apns = apns
    self.webpush = webpush
  }
}
