public import Findings

/// How a message is delivered and announced, for all platforms alike.
public struct MessageOptions: Hashable, Sendable, Codable {
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
    (self.priority, self.timeToLive, self.expiration) = (priority, timeToLive, expiration)
    (self.collapseKey, self.channel, self.sound, self.badge) = (collapseKey, channel, sound, badge)
    (self.category, self.analyticsLabel, self.data) = (category, analyticsLabel, data)
  }

  /// When a device that sleeps gets the message.
  public enum Priority: String, Hashable, Sendable, Codable, CaseIterable {
    case normal, high
  }
}

/// Fields of the API that the author of a message wrote for one platform, by their names in the REST reference. They win over
/// everything else: `{"notification": {"color": "#ff6600"}}` of `AndroidConfig`.
public struct MessageOverrides: Hashable, Sendable, Codable {
  /// An object of `AndroidConfig`.
  public var android: JSONValue?
  /// An object of `ApnsConfig`.
  public var apns: JSONValue?
  /// An object of `WebpushConfig`.
  public var webpush: JSONValue?

  public init(android: JSONValue? = nil, apns: JSONValue? = nil, webpush: JSONValue? = nil) {
    (self.android, self.apns, self.webpush) = (android, apns, webpush)
  }
}

extension YAMLType {
  /// The same, or a text with placeholders until they are filled in.
  var orPlaceholder: YAMLType { YAMLType(JSONSchema.orPlaceholder(schema), read: read).written(text) }
}

extension YAMLType<TimeToLive> {
  /// A span of time up to four weeks: `4h`, `90m`, `2w`; `0` is now or never.
  static var timeToLive: YAMLType {
    let units = TimeSpan.units.map { String($0.key) }.joined()
    return YAMLType(
      JSONSchema.anyOf([
        ["const": 0], JSONSchema.orPlaceholder(JSONSchema.form("^(0|(0|[1-9][0-9]*(_[0-9]+)*)[\(units)])$")),
      ])
    ) { value, reader in
      guard let text = reader.string(value) else { return nil }
      guard let seconds = TimeSpan.seconds(text) else {
        return reader.fail(.campaign("timeToLive", text.quoted), value.subject)
      }
      if let timeToLive = TimeToLive(seconds: seconds) { return timeToLive }
      return reader.fail(.campaign("longTimeToLive", text.quoted), value.subject)
    }
  }
}

extension YAMLType<Int> {
  /// A span of time, in seconds.
  static var span: YAMLType {
    YAMLType.parsed(
      "span", JSONSchema.form("^[1-9][0-9]*(_[0-9]+)*[\(TimeSpan.units.map { String($0.key) }.joined())]$")
    ) { text in TimeSpan.seconds(text).flatMap { $0 > 0 ? $0 : nil } }.written { "\($0 / 3600)h" }
  }

  /// A moment, in seconds since 1970.
  static var expiration: YAMLType {
    YAMLType.parsed(
      "expiration", JSONSchema.form(#"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})$"#)
    ) { text in ProtobufTimestamp(rawValue: text).flatMap { $0.seconds > 0 ? Int($0.seconds) : nil } }.orPlaceholder
  }
}

extension YAMLType<AnalyticsLabel> {
  static var analyticsLabel: YAMLType {
    YAMLType.parsed("analyticsLabel", JSONSchema.name(#"^[A-Za-z0-9_.~%-]{1,50}$"#)) { AnalyticsLabel(rawValue: $0) }
      .orPlaceholder
  }
}

extension JSONSchema {
  /// The same, or a text with placeholders.
  static func orPlaceholder(_ schema: JSONValue) -> JSONValue {
    anyOf([schema, ["type": "string", "pattern": #"\{\{"#]])
  }

  /// A value, or such a value for each language.
  static func inLanguages(_ schema: JSONValue) -> JSONValue {
    anyOf([schema, map(schema, names: "^\(LanguageTag.pattern)$", atLeast: 1)])
  }
}

/// Spans of time as people write them.
package enum TimeSpan {
  /// Seconds in each unit.
  static let units: KeyValuePairs<Character, Int> = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

  /// The seconds of `90s`, `4h` or `2w`, and of a bare `0`; nil for anything else. One too long becomes the longest.
  package static func seconds(_ text: String) -> Int? {
    if text == "0" { return 0 }
    guard let unit = units.first(where: { $0.key == text.last })?.value,
      let count = PlainText.integer(String(text.dropLast())), count >= 0
    else { return nil }
    let (seconds, isOverflow) = count.multipliedReportingOverflow(by: unit)
    return isOverflow ? .max : seconds
  }
}
