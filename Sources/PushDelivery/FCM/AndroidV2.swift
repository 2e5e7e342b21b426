public import Findings

/// What a message says to Android alone, in the API's second generation.
public struct AndroidConfigV2: Hashable, Sendable, Codable {
  /// Of the waiting messages with the same key only the last is delivered.
  public var collapseKey: String?
  /// nil: four weeks.
  public var timeToLive: TimeToLive?
  /// The only app, by its package name, that gets the message.
  public var restrictedPackageName: String?
  /// Replaces `Message.data` on Android.
  public var data: [String: String]?
  /// A notification for the user, delivered at once.
  public var remoteNotification: AndroidRemoteNotification?
  /// Present for a message that may wait to spare the battery.
  public var backgroundSync: AndroidBackgroundSyncMessage?
  public var fcmOptions: AndroidFcmOptions?
  /// Whether it may be delivered before the user has unlocked the device.
  public var isDirectBootAllowed: Bool?
  /// Whether it may be delivered over a network of little bandwidth.
  public var isBandwidthConstrainedAllowed: Bool?
  /// Whether it may be delivered over a satellite.
  public var isRestrictedSatelliteAllowed: Bool?

  public init(
    timeToLive: TimeToLive? = nil, data: [String: String]? = nil,
    remoteNotification: AndroidRemoteNotification? = nil
  ) {
    self.timeToLive = timeToLive
    self.data = data
    self.remoteNotification = remoteNotification
  }

  private enum CodingKeys: String, CodingKey {
    case data
    case collapseKey = "collapse_key"
    case timeToLive = "ttl"
    case restrictedPackageName = "restricted_package_name"
    case remoteNotification = "remote_notification"
    case backgroundSync = "background_sync"
    case fcmOptions = "fcm_options"
    case isDirectBootAllowed = "direct_boot_ok"
    case isBandwidthConstrainedAllowed = "bandwidth_constrained_ok"
    case isRestrictedSatelliteAllowed = "restricted_satellite_ok"
  }
}

/// A notification for an Android user, delivered at once.
public struct AndroidRemoteNotification: Hashable, Sendable, Codable {
  public var notification: AndroidNotificationV2?
  /// Whether the app may change it before it is shown.
  public var isMutable: Bool?
  /// Whether older clients get the data alone.
  public var isDataMessageForV1: Bool?

  public init(
    notification: AndroidNotificationV2? = nil, isMutable: Bool? = nil, isDataMessageForV1: Bool? = nil
  ) {
    self.notification = notification
    self.isMutable = isMutable
    self.isDataMessageForV1 = isDataMessageForV1
  }

  private enum CodingKeys: String, CodingKey {
    case notification
    case isMutable = "mutable_content"
    case isDataMessageForV1 = "use_as_v1_data_message"
  }
}

/// A message that may wait to spare the battery. The API gives it no fields.
public struct AndroidBackgroundSyncMessage: Hashable, Sendable, Codable {
  public init() {}
}

/// A notification on Android, in an `AndroidRemoteNotification`.
public struct AndroidNotificationV2: Hashable, Sendable {
  public var content: AndroidNotificationContent
  /// Together with the tag, names the notification that this one replaces.
  public var id: Int32?

  public init(_ content: AndroidNotificationContent = .init(), id: Int32? = nil) {
    self.content = content
    self.id = id
  }
}

extension AndroidNotificationV2: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try AndroidNotificationContent(from: decoder), id: try container.decodeIfPresent(Int32.self, forKey: .id))
  }

  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(id, forKey: .id)
  }

  private enum CodingKeys: String, CodingKey { case id }
}
