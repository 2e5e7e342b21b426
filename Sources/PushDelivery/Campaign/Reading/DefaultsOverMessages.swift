import Findings

/// What a message takes from `defaults` although other messages have it themselves, or has itself although `defaults` win.
extension MessageLayer {
  /// - Parameter context: with the defaults that this layer is laid over.
  func standIns(_ context: CampaignContext) -> [StandIn] { replaced(by: context.defaults) + texts(of: context) }

  /// What the message has itself, and not from the defaults.
  private func own(_ key: MessageKey, beside defaults: MessageLayer) -> YAMLValue? {
    self[key].flatMap { $0.subject == defaults[key]?.subject ? nil : $0 }
  }

  private func texts(of context: CampaignContext) -> [StandIn] {
    let standard = context.pipelineDefaults
    let texts: [(key: MessageKey, text: String?)] = [
      (.title, standard.title), (.body, standard.body), (.link, standard.link),
    ]
    return texts.compactMap { key, text in
      if own(key, beside: context.defaults) != nil {
        return text == nil && context.defaults[key] == nil ? nil : .own(key)
      }
      guard let value = self[key] else { return text.map { .standard(key, $0) } }
      return value.fixedText.map { .standard(key, $0) }
    }
  }

  private func replaced(by defaults: MessageLayer) -> [StandIn] {
    guard [.android, .apns, .webpush].contains(where: { defaults[$0] != nil }) else { return [] }
    return PlatformField.all.compactMap { field in
      guard let own = own(field.key, beside: defaults), let value = defaults[field.section]?[field.way],
        let text = value.fixedText, self[field.section]?[field.way]?.subject == value.subject,
        field.replaces(own, with: text)
      else { return nil }
      return .replaced(field, text, at: value.subject)
    }
  }
}

/// A field of the API that wins over a key of messages on one platform.
private struct PlatformField: Sendable {
  let section: MessageKey
  let way: [String]
  let key: MessageKey

  private init(_ section: MessageKey, _ way: String, _ key: MessageKey) {
    (self.section, self.way, self.key) = (section, way.split(separator: ".").map(String.init), key)
  }

  static let all = [
    PlatformField(.android, "notification.title", .title), PlatformField(.android, "notification.body", .body),
    PlatformField(.android, "notification.channel_id", .channel),
    PlatformField(.android, "notification.sound", .sound),
    PlatformField(.android, "notification.notification_count", .badge), PlatformField(.android, "ttl", .ttl),
    PlatformField(.android, "collapse_key", .collapseKey), PlatformField(.android, "priority", .priority),
    PlatformField(.apns, "payload.aps.alert.title", .title), PlatformField(.apns, "payload.aps.alert.body", .body),
    PlatformField(.apns, "payload.aps.alert", .title), PlatformField(.apns, "payload.aps.alert", .body),
    PlatformField(.apns, "payload.aps.sound", .sound), PlatformField(.apns, "payload.aps.badge", .badge),
    PlatformField(.apns, "payload.aps.category", .category),
    PlatformField(.apns, "headers.apns-expiration", .expires), PlatformField(.apns, "headers.apns-expiration", .ttl),
    PlatformField(.apns, "headers.apns-collapse-id", .collapseKey),
    PlatformField(.apns, "headers.apns-priority", .priority), PlatformField(.webpush, "notification.title", .title),
    PlatformField(.webpush, "notification.body", .body), PlatformField(.webpush, "fcm_options.link", .link),
    PlatformField(.webpush, "headers.TTL", .ttl), PlatformField(.webpush, "headers.Urgency", .priority),
    PlatformField(.webpush, "headers.Topic", .collapseKey),
  ]

  var clients: String {
    switch section {
    case .android: "on Android"
    case .apns: "on Apple's systems"
    default: "in browsers"
    }
  }

  /// Whether the field says something else than the message.
  func replaces(_ own: YAMLValue, with text: String) -> Bool {
    // A moment for Apple's systems stands beside a duration for the others; 0 is now or never.
    if section == .apns, key == .ttl, text != "0" { return false }
    guard let written = own.fixedText else { return true }
    if let seconds = TimeSpan.seconds(written) {
      return seconds != TimeSpan.seconds(text) && seconds != Int(text)
    }
    return written.lowercased() != text.lowercased()
  }
}

extension YAMLValue {
  /// The text of a value that is the same in all messages; nil for any other.
  fileprivate var fixedText: String? {
    if case .text(let text, _) = content, !PlaceholderText.isNeeded(for: text) { text } else { nil }
  }

  /// The value at the end of a way, in both spellings of the API's names.
  fileprivate subscript(way: [String]) -> YAMLValue? {
    way.reduce(self) { value, name in
      guard case .mapping(let members)? = value?.content else { return nil }
      return members.first { Self.folded($0.key.name) == Self.folded(name) }?.value
    }
  }

  private static func folded(_ name: String?) -> String? { name?.replacing("_", with: "").lowercased() }
}

extension StandIn {
  fileprivate static func own(_ key: MessageKey) -> StandIn { StandIn(words: key.name, kind: .ownText) }

  fileprivate static func standard(_ key: MessageKey, _ text: String) -> StandIn {
    StandIn(words: "with the \(key.name) \(text.quoted) of the defaults", kind: .ofDefaults, key: key.name)
  }

  fileprivate static func replaced(_ field: PlatformField, _ text: String, at place: Diagnostic.Subject) -> StandIn {
    let path = place.keyPath ?? (["defaults", field.section.name] + field.way).joined(separator: ".")
    return StandIn(
      words:
        "have \(field.key.name.quoted), which is not used \(field.clients): \(path.quoted) wins with \(text.quoted)",
      kind: .replaced, place: place)
  }
}

/// Fields that win, and texts of the defaults.
extension MessageUses {
  func reportDefaults(_ reader: inout YAMLReader) {
    for (words, use) in all(.ofDefaults) where use.count < self.use(.ownText, use.facts[0])?.count ?? 0 {
      let messages = use.count == 1 ? "1 message" : "\(use.count) messages"
      reader.report(.campaignFallback, use.place, "by fallback: \(messages) \(words)")
    }
    for (words, use) in all(.replaced) {
      let messages = use.count == 1 ? "1 message" : "\(use.count) messages"
      reader.report(
        .configurationConflict, use.place, "\(messages) \(words)", severity: .warning,
        remedy: "delete it under `defaults`, and write it in the messages that need it")
    }
    for (topic, use) in all(.otherPlatform) {
      reader.report(
        .campaignNearTarget, use.place,
        "the topic is called \(topic.quoted), and the message has its picture only \(use.facts[0])",
        remedy: "write `platforms` in the message, or correct the topic")
    }
  }

  /// Notes a topic of one platform whose message is made for others. Browsers are left out, because `web` is also a word.
  mutating func addPlatform(of message: CampaignMessage) {
    guard message.platforms.count < Platform.allCases.count, case .topic(let topic) = message.target else { return }
    let words = topic.lowercased().split { !$0.isLetter }
    let named = [Platform.android, .ios].filter { words.contains($0.rawValue[...]) }
    guard !named.isEmpty, message.platforms.isDisjoint(with: named) else { return }
    let clients = message.platforms.sorted().map(\.displayName).listed()
    note(.otherPlatform, topic, ["on \(clients)"], at: message.place(of: .target))
  }
}

/// Values that nothing uses: a key of the message may stand one level too low.
extension MessageLayer {
  /// - Parameter whole: this layer over the defaults.
  func reportIdleValues(in whole: MessageLayer, _ reader: inout YAMLReader) {
    guard let values = self[.values], case .mapping(let members) = values.content else { return }
    let used = Set(whole.values.filter { $0.key != .values }.values.flatMap(\.placeholderNames))
    for member in members {
      guard let name = member.key.name, PlaceholderText.isName(name), !used.contains(name) else { continue }
      let isKey = MessageKey(named: name) != nil || MessageFieldTable.targets.contains(name)
      reader.report(
        .campaignUnusedColumn, member.place, "no placeholder of the message refers to the value \(name.quoted)",
        remedy: isKey
          ? "write \(name.quoted) beside `values` and not below it"
          : "write `{{\(name)}}` where it belongs, or delete the value")
    }
  }
}
