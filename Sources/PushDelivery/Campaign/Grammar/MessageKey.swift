import Findings

/// What a message may say: the keys of campaign.yml and the columns of a table.
enum MessageKey: String, YAMLKey {
  case id, locale, variant
  case media, poster, title, body, link, target, platforms
  /// The older name of `media`.
  case image
  case focalPoint = "focal-point"
  case priority, ttl, expires, channel, sound, badge, category, data
  case collapseKey = "collapse-key"
  case analyticsLabel = "analytics-label"
  case android, apns, webpush
  case values, variants

  /// Whether what is laid over it goes in key by key; anything else is replaced whole.
  var isMerged: Bool {
    switch self {
    case .data, .values, .android, .apns, .webpush: true
    default: false
    }
  }

  /// Where its value may be written in several languages.
  var localization: Localization {
    switch self {
    case .id, .locale, .variant, .values, .variants, .android, .apns, .webpush: .never
    case .media, .image, .target: .wholeOrMembers
    case .poster, .focalPoint: .whole
    case .data: .members
    case .title, .body, .link, .platforms, .priority, .ttl, .expires, .channel, .sound, .badge, .category,
      .collapseKey, .analyticsLabel:
      .text
    }
  }

  enum Localization {
    /// The fields of overrides are free names, and some of them look like languages (`ttl`); they take placeholders.
    case never
    /// A text or a list, so that any mapping is meant as languages.
    case text
    /// A value of its own shape, or languages with such a value each.
    case whole
    /// Free names, each with a text.
    case members
    /// As `whole`, and its members are texts.
    case wholeOrMembers
  }

  /// What a variant cannot say of itself.
  static let notOfVariants: Set<MessageKey> = [.id, .variant, .variants, .locale]
}

/// What stands under the keys of a message, from one place or laid together from several.
struct MessageLayer {
  /// Where the message stands.
  var subject: Diagnostic.Subject
  var values: [MessageKey: YAMLValue] = [:]

  subscript(key: MessageKey) -> YAMLValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// This layer with another beneath it: what only the other says holds too.
  func laid(over other: MessageLayer) -> MessageLayer {
    guard !other.values.isEmpty else { return self }
    var layer = self
    layer.values = other.values
    for (key, value) in values {
      let beneath = key.isMerged ? other.values[key] : nil
      layer.values[key] = beneath.map(value.laid) ?? value
    }
    return layer
  }
}

extension YAMLValue {
  /// A mapping with another beneath it, merged to any depth. Anything else counts alone.
  func laid(over other: YAMLValue) -> YAMLValue {
    guard case .mapping(let members) = content, case .mapping(let others) = other.content else { return self }
    let own = Dictionary(members.map { ($0.key.name, $0) }) { first, _ in first }
    let names = Set(others.map(\.key.name))
    let merged = others.map { member in
      own[member.key.name].map { Member(key: $0.key, value: $0.value.laid(over: member.value)) } ?? member
    }
    return YAMLValue(.mapping(merged + members.filter { !names.contains($0.key.name) }), subject)
  }
}

/// What all messages of a campaign share.
struct CampaignContext {
  /// What campaign.yml says under `defaults`; lies beneath every message.
  var defaults: MessageLayer
  /// What placeholders of all messages stand for.
  var values: [String: YAMLValue] = [:]
  var locales = LocaleSettings()
  /// What pipeline.yml says, for a message that has no target.
  var pipelineDefaults = MessageDefaults()
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
