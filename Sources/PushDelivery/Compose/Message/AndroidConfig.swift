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
