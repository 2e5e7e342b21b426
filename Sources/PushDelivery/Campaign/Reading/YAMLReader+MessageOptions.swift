/// How a message is delivered and announced.
extension YAMLReader {
  mutating func options(of layer: MessageLayer) -> MessageOptions {
    MessageOptions(
      priority: choice(layer[.priority], among: ["normal": .normal, "high": .high]),
      timeToLive: timeToLive(layer[.ttl]), expiration: expiration(layer[.expires]),
      collapseKey: path(layer[.collapseKey]), channel: path(layer[.channel]), sound: path(layer[.sound]),
      badge: integer(layer[.badge], in: Self.badgeRange), category: path(layer[.category]),
      analyticsLabel: analyticsLabel(layer[.analyticsLabel]), data: data(layer[.data]))
  }

  /// What `AndroidNotification.notification_count` holds.
  static let badgeRange = 0...Int(Int32.max)

  /// A list of platforms, or their names in one text with blanks between them.
  mutating func platforms(_ value: YAMLValue?) -> Set<Platform> {
    guard let value else { return .all }
    let elements: [YAMLValue]? =
      if case .text(let text, let style) = value.content {
        text.split(separator: " ").map { YAMLValue(.text(String($0), style), value.subject) }
      } else {
        list(value)
      }
    guard let elements else { return .all }
    if elements.isEmpty {
      report(
        "configuration.value", value.subject, "no platform is named, so nobody would get the message",
        remedy: "name one of `ios`, `android` and `web`, or delete the key")
    }
    return Set(elements.compactMap { choice($0, among: ["ios": .ios, "android": .android, "web": .web]) })
  }

  /// A span of time up to four weeks: `4h`, `90m`, `2w`; `0` is now or never.
  private mutating func timeToLive(_ value: YAMLValue?) -> TimeToLive? {
    guard let value, let text = string(value) else { return nil }
    guard let seconds = TimeSpan.seconds(text) else {
      report(
        "configuration.value", value.subject, "\(text.quoted) is no span of time",
        remedy: "write a whole number and one of s, m, h, d and w, as in `4h`, or `0` for now or never")
      return nil
    }
    if let timeToLive = TimeToLive(seconds: seconds) { return timeToLive }
    report(
      "configuration.range", value.subject, "\(text.quoted) is longer than FCM keeps a message",
      remedy: "write at most four weeks, `4w`")
    return nil
  }

  /// A moment, in seconds since 1970.
  private mutating func expiration(_ value: YAMLValue?) -> Int? {
    guard let value, let text = string(value) else { return nil }
    if let time = ProtobufTimestamp(rawValue: text), time.seconds > 0 { return Int(time.seconds) }
    report(
      "configuration.value", value.subject, "\(text.quoted) is no time after 1970",
      remedy: "write date, time and zone as in `2027-01-31T18:00:00Z` or `2027-01-31T19:00:00+01:00`")
    return nil
  }

  private mutating func analyticsLabel(_ value: YAMLValue?) -> AnalyticsLabel? {
    guard let value, let text = string(value) else { return nil }
    if let label = AnalyticsLabel(rawValue: text) { return label }
    report(
      "configuration.value", value.subject, "\(text.quoted) is no label that FCM's statistics take",
      remedy: "write 1 to \(ClientLimit.analyticsLabelCharacters.value) of A-Z, a-z, 0-9 and -_.~%")
    return nil
  }

  /// Any names with texts, which are taken as written: `12` and `true` are texts here. A text in quotes may be empty.
  private mutating func data(_ value: YAMLValue?) -> [String: String] {
    guard let value else { return [:] }
    guard case .mapping(let members) = value.content else {
      reportType(of: value, expected: "a mapping of names and texts")
      return [:]
    }
    var data: [String: String] = [:]
    for member in members {
      guard let name = name(of: member) else { continue }
      guard case .text(let text, _) = member.value.content else {
        reportType(of: member.value, expected: "text")
        continue
      }
      data[name] = text
    }
    return data
  }
}

extension Set<Platform> {
  /// Every platform. One value for all messages.
  static let all = Set(Platform.allCases)
}
