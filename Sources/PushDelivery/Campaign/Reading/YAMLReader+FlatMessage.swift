import Findings
import MediaFacts

/// A message in which nothing is left to choose or to fill in.
extension YAMLReader {
  enum PointKey: String, YAMLKey { case x, y }

  /// One message for each of its targets.
  mutating func messages(
    ofFlat layer: MessageLayer, in locale: String?, variant: String?, _ context: CampaignContext
  ) -> [CampaignMessage] {
    let section = YAMLMapping(subject: layer.subject, values: layer.values)
    let id = identifier(required(.id, of: section))
    let platforms = platforms(layer[.platforms])
    let media = media(layer[.media], on: platforms)
    let poster = poster(layer[.poster], besideMedia: layer[.media] != nil)
    let focalPoint = focalPoint(layer[.focalPoint])
    let (title, body, link) = (string(layer[.title]), string(layer[.body]), path(layer[.link]))
    let options = options(of: layer)
    let overrides = overrides(of: layer)
    let targets = targets(of: layer, context)
    return targets.enumerated().compactMap { index, target in
      let number = hasTargetList(layer) ? String(index + 1) : nil
      guard let id = id.flatMap({ whole($0, [locale, variant, number], layer[.id]) }) else { return nil }
      return CampaignMessage(
        id: id, media: media, poster: poster, focalPoint: focalPoint, title: title, body: body, target: target,
        link: link, platforms: platforms, options: options, overrides: overrides, locale: locale, variant: variant,
        origin: layer.subject)
    }
  }

  /// The identifier names a file, so it has only characters that every file system takes.
  private mutating func identifier(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    if MessageIdentifier(rawValue: text) != nil { return text }
    report(
      .campaignID, value.subject, "\(text.quoted) cannot name a request file",
      remedy:
        "use at most \(MessageIdentifier.maximumLength) of A-Z, a-z, 0-9, `.`, `_` and `-`, not `.` or `-`"
        + " first, and not `index`; for example \(Slug(text).text.quoted)")
    return nil
  }

  /// The identifier with what tells the messages apart that one became.
  private mutating func whole(_ id: String, _ suffixes: [String?], _ value: YAMLValue?) -> String? {
    let whole = ([id] + suffixes.compactMap(\.self)).joined(separator: ".")
    if MessageIdentifier(rawValue: whole) != nil { return whole }
    report(
      .campaignID, value?.subject ?? .init(.message, id), "\(whole.quoted) is too long to name a request file",
      remedy:
        "shorten the id: with language, variant and number it may have \(MessageIdentifier.maximumLength) characters")
    return nil
  }

  private mutating func focalPoint(_ value: YAMLValue?) -> FocalPoint? {
    guard let section = mapping(value, PointKey.self) else { return nil }
    let x = number(required(.x, of: section), in: 0...1)
    let y = number(required(.y, of: section), in: 0...1)
    guard let x, let y else { return nil }
    return FocalPoint(x: x, y: y)
  }
}

/// Targets.
extension YAMLReader {
  private func hasTargetList(_ layer: MessageLayer) -> Bool {
    if case .list? = layer[.target]?.content { true } else { false }
  }

  /// The message's own targets; the one of pipeline.yml where it has none.
  private mutating func targets(of layer: MessageLayer, _ context: CampaignContext) -> [MessageTarget] {
    guard let value = layer[.target] else {
      if context.pipelineDefaults.target == nil { reportNoTarget(layer.subject.key("target")) }
      return context.pipelineDefaults.target.map { [$0] } ?? []
    }
    guard case .list(let elements) = value.content else { return target(value).map { [$0] } ?? [] }
    if elements.isEmpty {
      report(
        .configurationValue, value.subject, "the list is empty, so the message would go to nobody",
        remedy: "add a target, as in `- {topic: all}`, or delete the key")
    }
    let targets = elements.map { target($0) }
    // One that cannot be read must not change the numbers of the others.
    return targets.contains(nil) ? [] : targets.compactMap(\.self)
  }

  private mutating func reportNoTarget(_ subject: Diagnostic.Subject) {
    report(
      .configurationMissingKey, subject, "the message has no `target`, and there is no default",
      remedy: "add `target: {topic: …}` (or token, fid, condition), or `defaults.target` to pipeline.yml")
  }
}

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
        .configurationValue, value.subject, "no platform is named, so nobody would get the message",
        remedy: "name one of `ios`, `android` and `web`, or delete the key")
    }
    return Set(elements.compactMap { choice($0, among: ["ios": .ios, "android": .android, "web": .web]) })
  }

  /// A span of time up to four weeks: `4h`, `90m`, `2w`; `0` is now or never.
  private mutating func timeToLive(_ value: YAMLValue?) -> TimeToLive? {
    guard let value, let text = string(value) else { return nil }
    guard let seconds = TimeSpan.seconds(text) else {
      report(
        .configurationValue, value.subject, "\(text.quoted) is no span of time",
        remedy: "write a whole number and one of s, m, h, d and w, as in `4h`, or `0` for now or never")
      return nil
    }
    if let timeToLive = TimeToLive(seconds: seconds) { return timeToLive }
    report(
      .configurationRange, value.subject, "\(text.quoted) is longer than FCM keeps a message",
      remedy: "write at most four weeks, `4w`")
    return nil
  }

  /// A moment, in seconds since 1970.
  private mutating func expiration(_ value: YAMLValue?) -> Int? {
    guard let value, let text = string(value) else { return nil }
    if let time = ProtobufTimestamp(rawValue: text), time.seconds > 0 { return Int(time.seconds) }
    report(
      .configurationValue, value.subject, "\(text.quoted) is no time after 1970",
      remedy: "write date, time and zone as in `2027-01-31T18:00:00Z` or `2027-01-31T19:00:00+01:00`")
    return nil
  }

  private mutating func analyticsLabel(_ value: YAMLValue?) -> AnalyticsLabel? {
    guard let value, let text = string(value) else { return nil }
    if let label = AnalyticsLabel(rawValue: text) { return label }
    report(
      .configurationValue, value.subject, "\(text.quoted) is no label that FCM's statistics take",
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
