public import Findings

/// What both generations of Android notifications (`AndroidNotification`, `AndroidNotificationV2`) say.
///
/// Its fields lie in the JSON object of the notification that holds it.
public struct AndroidNotificationContent: Hashable, Sendable, Codable {
  /// Replaces `Message.notification.title` on Android.
  public var title: String?
  /// Replaces `Message.notification.body` on Android.
  public var body: String?
  /// Replaces `Message.notification.image` on Android.
  public var image: AssetURL<EveryClient>?
  /// The name of a drawable resource of the app; nil: the launcher icon.
  public var icon: String?
  public var color: IconColor?
  /// `default` or the name of a sound resource of the app.
  public var sound: String?
  /// A notification replaces the one with the same tag.
  public var tag: String?
  /// The intent filter of the activity that a tap starts.
  public var clickAction: String?
  /// The string resource of the app that is the title.
  public var titleLocalizationKey: String?
  public var titleLocalizationArguments: [String]?
  /// The string resource of the app that is the body.
  public var bodyLocalizationKey: String?
  public var bodyLocalizationArguments: [String]?
  /// A channel that the app has created (Android 8 and later).
  public var channelID: String?
  /// Text for accessibility services.
  public var ticker: String?
  /// Whether it stays after a tap.
  public var isSticky: Bool?
  /// When what it tells of happened; sorts it in the panel.
  public var eventTime: ProtobufTimestamp?
  /// Whether it is kept from other devices such as a watch.
  public var isLocalOnly: Bool?
  /// How much attention it asks for (Android 7.1 and earlier).
  public var priority: AndroidNotificationPriority?
  public var usesDefaultSound: Bool?
  public var usesDefaultVibrateTimings: Bool?
  public var usesDefaultLightSettings: Bool?
  /// By turns how long the vibrator rests and runs, beginning with a rest.
  public var vibrateTimings: [ProtobufDuration]?
  public var visibility: AndroidNotificationVisibility?
  /// The number on the launcher's badge.
  public var count: Int32?
  public var lightSettings: LightSettings?

  public init(title: String? = nil, body: String? = nil, image: AssetURL<EveryClient>? = nil) {
    self.title = title
    self.body = body
    self.image = image
  }

  private enum CodingKeys: String, CodingKey {
    case title, body, image, icon, color, sound, tag, ticker, visibility
    case clickAction = "click_action"
    case titleLocalizationKey = "title_loc_key"
    case titleLocalizationArguments = "title_loc_args"
    case bodyLocalizationKey = "body_loc_key"
    case bodyLocalizationArguments = "body_loc_args"
    case channelID = "channel_id"
    case isSticky = "sticky"
    case eventTime = "event_time"
    case isLocalOnly = "local_only"
    case priority = "notification_priority"
    case usesDefaultSound = "default_sound"
    case usesDefaultVibrateTimings = "default_vibrate_timings"
    case usesDefaultLightSettings = "default_light_settings"
    case vibrateTimings = "vibrate_timings"
    case count = "notification_count"
    case lightSettings = "light_settings"
  }
}

/// How much attention a notification asks for on Android 7.1 and earlier.
public enum AndroidNotificationPriority: String, Hashable, Sendable, Codable, CaseIterable {
  case unspecified = "PRIORITY_UNSPECIFIED"
  case minimum = "PRIORITY_MIN"
  case low = "PRIORITY_LOW"
  case normal = "PRIORITY_DEFAULT"
  case high = "PRIORITY_HIGH"
  case maximum = "PRIORITY_MAX"
}

/// What of a notification a locked screen shows.
public enum AndroidNotificationVisibility: String, Hashable, Sendable, Codable, CaseIterable {
  case unspecified = "VISIBILITY_UNSPECIFIED"
  /// Its presence without its words.
  case `private` = "PRIVATE"
  case `public` = "PUBLIC"
  /// Nothing.
  case secret = "SECRET"
}
