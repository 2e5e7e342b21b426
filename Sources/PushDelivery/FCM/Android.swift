public import Findings

/// What a message says to Android alone, in the API's first generation.
public struct AndroidConfig: Hashable, Sendable, Codable {
  /// Of the waiting messages with the same key only the last is delivered.
  public var collapseKey: String?
  public var priority: Priority?
  /// nil: four weeks.
  public var timeToLive: TimeToLive?
  /// The only app, by its package name, that gets the message.
  public var restrictedPackageName: String?
  /// Replaces `Message.data` on Android.
  public var data: [String: String]?
  public var notification: AndroidNotification?
  public var fcmOptions: AndroidFcmOptions?
  /// Whether it may be delivered before the user has unlocked the device.
  public var isDirectBootAllowed: Bool?
  /// Whether it may be delivered over a network of little bandwidth.
  public var isBandwidthConstrainedAllowed: Bool?
  /// Whether it may be delivered over a satellite.
  public var isRestrictedSatelliteAllowed: Bool?

  public init(
    timeToLive: TimeToLive? = nil, data: [String: String]? = nil, notification: AndroidNotification? = nil
  ) {
    self.timeToLive = timeToLive
    self.data = data
    self.notification = notification
  }

  /// When a device that sleeps gets the message.
  public enum Priority: String, Hashable, Sendable, Codable, CaseIterable {
    case normal = "NORMAL"
    /// At once.
    case high = "HIGH"
  }

  private enum CodingKeys: String, CodingKey {
    case priority, data, notification
    case collapseKey = "collapse_key"
    case timeToLive = "ttl"
    case restrictedPackageName = "restricted_package_name"
    case fcmOptions = "fcm_options"
    case isDirectBootAllowed = "direct_boot_ok"
    case isBandwidthConstrainedAllowed = "bandwidth_constrained_ok"
    case isRestrictedSatelliteAllowed = "restricted_satellite_ok"
  }
}

/// A notification on Android, in an `AndroidConfig`.
public struct AndroidNotification: Hashable, Sendable {
  public var content: AndroidNotificationContent
  /// When the system may show it in the app's place.
  public var proxy: Proxy?
  /// Deprecated by FCM in favour of `proxy`.
  public var bypassesProxyNotification: Bool?

  public init(
    _ content: AndroidNotificationContent = .init(), proxy: Proxy? = nil, bypassesProxyNotification: Bool? = nil
  ) {
    self.content = content
    self.proxy = proxy
    self.bypassesProxyNotification = bypassesProxyNotification
  }

  public enum Proxy: String, Hashable, Sendable, Codable, CaseIterable {
    case unspecified = "PROXY_UNSPECIFIED"
    case allow = "ALLOW"
    case deny = "DENY"
    /// Only for a message whose priority was lowered on its way.
    case ifPriorityLowered = "IF_PRIORITY_LOWERED"
  }
}

extension AndroidNotification: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try AndroidNotificationContent(from: decoder),
      proxy: try container.decodeIfPresent(Proxy.self, forKey: .proxy),
      bypassesProxyNotification: try container.decodeIfPresent(Bool.self, forKey: .bypassesProxyNotification))
  }

  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(proxy, forKey: .proxy)
    try container.encodeIfPresent(bypassesProxyNotification, forKey: .bypassesProxyNotification)
  }

  private enum CodingKeys: String, CodingKey {
    case proxy
    case bypassesProxyNotification = "bypass_proxy_notification"
  }
}
