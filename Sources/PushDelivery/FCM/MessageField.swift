/// One field of a type of the API's definition.
public struct MessageField: Hashable, Sendable {
  /// Its name in the REST reference and in what richpush writes: `fcm_options`.
  public let name: String
  public let kind: Kind
  /// Whether the API still takes it but recommends another.
  public let isDeprecated: Bool

  public init(_ name: String, _ kind: Kind, isDeprecated: Bool = false) {
    (self.name, self.kind, self.isDeprecated) = (name, kind, isDeprecated)
  }

  /// The other name that the API takes, which its machine-readable definition prints: `fcmOptions`.
  ///
  /// By the rule of protocol buffers: each underscore is removed and the next letter becomes a capital.
  public var camelCaseName: String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A field's type.
  public indirect enum Kind: Hashable, Sendable {
    case string, boolean, int32, float
    /// A string such as `3.5s`.
    case duration
    /// A string such as `2026-10-23T15:01:30Z`.
    case timestamp
    /// An object whose members are all strings.
    case stringMap
    /// An object that is neither checked nor converted.
    case structure
    /// One of these strings.
    case enumeration([String])
    /// An object with the fields of the type of this name.
    case message(String)
    case repeated(Kind)
  }
}

/// The fields of every type in a send request, from the API's definition of revision 20261023.
///
/// Every message is checked by it: those that richpush composes, a library's `Message`, and JSON from others.
public enum MessageFieldTable {
  /// The type of a request's body.
  public static let rootType = "SendMessageRequest"

  /// The fields of a message that give its target.
  static let targets = MessageTarget.Kind.allCases.map(\.rawValue)

  /// The fields of each type, by the type's name in the API's definition.
  public static let types: [String: [MessageField]] = [
    "SendMessageRequest": [.init("message", .message("Message")), .init("validate_only", .boolean)],
    "Message": [
      .init("name", .string), .init("data", .stringMap), .init("notification", .message("Notification")),
      .init("android", .message("AndroidConfig")), .init("android_v2", .message("AndroidConfigV2")),
      .init("webpush", .message("WebpushConfig")), .init("apns", .message("ApnsConfig")),
      .init("fcm_options", .message("FcmOptions")), .init("fid", .string),
      .init("token", .string, isDeprecated: true), .init("topic", .string), .init("condition", .string),
    ],
    "Notification": [.init("title", .string), .init("body", .string), .init("image", .string)],
    "FcmOptions": analyticsLabel,
    "AndroidFcmOptions": analyticsLabel,
    "AndroidConfig": androidConfig + [
      .init("priority", .enumeration(["NORMAL", "HIGH"])), .init("notification", .message("AndroidNotification")),
    ],
    "AndroidConfigV2": androidConfig + [
      .init("remote_notification", .message("AndroidRemoteNotification")),
      .init("background_sync", .message("AndroidBackgroundSyncMessage")),
    ],
    "AndroidRemoteNotification": [
      .init("notification", .message("AndroidNotificationV2")), .init("mutable_content", .boolean),
      .init("use_as_v1_data_message", .boolean),
    ],
    "AndroidBackgroundSyncMessage": [],
    "AndroidNotification": androidNotification + [
      .init("light_settings", .message("LightSettings")),
      .init("proxy", .enumeration(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"])),
      .init("bypass_proxy_notification", .boolean, isDeprecated: true),
    ],
    "AndroidNotificationV2": androidNotification + [
      .init("id", .int32),
      .init("light_settings", .message("GoogleFirebaseFcmV1AndroidNotificationV2LightSettings")),
    ],
    "LightSettings": lightSettings,
    "GoogleFirebaseFcmV1AndroidNotificationV2LightSettings": lightSettings,
    "Color": [.init("red", .float), .init("green", .float), .init("blue", .float), .init("alpha", .float)],
    "WebpushConfig": [
      .init("headers", .stringMap), .init("data", .stringMap), .init("notification", .structure),
      .init("fcm_options", .message("WebpushFcmOptions")),
    ],
    "WebpushFcmOptions": [.init("link", .string)] + analyticsLabel,
    "ApnsConfig": [
      .init("headers", .stringMap), .init("payload", .structure), .init("fcm_options", .message("ApnsFcmOptions")),
      .init("live_activity_token", .string),
    ],
    "ApnsFcmOptions": [.init("image", .string)] + analyticsLabel,
  ]

  /// The field of a type under either name; nil if the API does not know it, and answers with 400.
  public static func field(named name: String, in type: String) -> MessageField? { fieldsByName[type]?[name] }

  /// The fields of a type under both names.
  static func fields(in type: String) -> [String: MessageField] { fieldsByName[type] ?? [:] }

  /// Each type's fields under both names.
  private static let fieldsByName = types.mapValues { fields in
    Dictionary(fields.flatMap { [($0.name, $0), ($0.camelCaseName, $0)] }) { first, _ in first }
  }
}

private let analyticsLabel: [MessageField] = [.init("analytics_label", .string)]

private let lightSettings: [MessageField] = [
  .init("color", .message("Color")), .init("light_on_duration", .duration), .init("light_off_duration", .duration),
]

/// Fields of both generations of Android options.
private let androidConfig: [MessageField] = [
  .init("collapse_key", .string), .init("ttl", .duration), .init("restricted_package_name", .string),
  .init("data", .stringMap), .init("fcm_options", .message("AndroidFcmOptions")), .init("direct_boot_ok", .boolean),
  .init("bandwidth_constrained_ok", .boolean), .init("restricted_satellite_ok", .boolean),
]

/// Fields of both generations of Android notifications.
private let androidNotification: [MessageField] = [
  .init("title", .string), .init("body", .string), .init("image", .string), .init("icon", .string),
  .init("color", .string), .init("sound", .string), .init("tag", .string), .init("click_action", .string),
  .init("title_loc_key", .string), .init("title_loc_args", .repeated(.string)),
  .init("body_loc_key", .string), .init("body_loc_args", .repeated(.string)),
  .init("channel_id", .string), .init("ticker", .string), .init("sticky", .boolean),
  .init("event_time", .timestamp), .init("local_only", .boolean),
  .init(
    "notification_priority",
    .enumeration([
      "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH", "PRIORITY_MAX",
    ])), .init("default_sound", .boolean), .init("default_vibrate_timings", .boolean),
  .init("default_light_settings", .boolean), .init("vibrate_timings", .repeated(.duration)),
  .init("visibility", .enumeration(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"])),
  .init("notification_count", .int32),
]
