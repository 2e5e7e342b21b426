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
