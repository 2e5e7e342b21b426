import Findings
import MediaFacts

/// Message settings: the keys of campaign.yml and the columns of a table.
enum MessageKey: Int, CaseIterable, Sendable {
  case id, locale, variant
  case media, poster, title, body, link, target, platforms
  /// The older name of `media`.
  case image
  case focalPoint
  case priority, ttl, expires, channel, sound, badge, category, data
  case collapseKey, analyticsLabel
  case android, apns, webpush
  case values, variants

  /// Its grammar. Needed for every key of every message, so grammars are made once.
  var grammar: MessageKeyGrammar { Self.grammars[rawValue] }

  private static let grammars = allCases.map(\.description)

  /// Its name in the file.
  var name: String { grammar.key.name }

  /// All names, in the order of texts.
  static let names = allCases.map(\.name)

  /// Whether any text under it is read only as text.
  var isText: Bool {
    switch self {
    case .id, .title, .body, .link, .target, .data: true
    default: false
    }
  }

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  init?(named name: String) {
    guard let key = Self.named[name] else { return nil }
    self = key
  }
}

/// The description of one key of a message.
struct MessageKeyGrammar: Sendable {
  /// How it is read once choices are made and placeholders filled in, and its texts.
  let key: Key<MessageShape.Contents>
  /// Where its value may have several languages.
  let localization: Localization
  /// Whether layers are merged key by key; anything else is replaced as a whole.
  let isMerged: Bool
  /// Whether it turns one message into several, so that the flat one does not have it.
  let isExpanded: Bool
  /// Whether a variant may have it.
  let varies: Bool

  init(
    _ key: Key<MessageShape.Contents>, _ localization: Localization = .text, isMerged: Bool = false,
    isExpanded: Bool = false,
    varies: Bool = true
  ) {
    (self.key, self.localization, self.isMerged, self.isExpanded) = (key, localization, isMerged, isExpanded)
    self.varies = varies
  }

  enum Localization: Sendable {
    /// The fields of overrides are free names, and some of them look like languages (`ttl`); they take placeholders.
    case never
    /// A text or a list, so that any mapping is meant as languages.
    case text
    /// A value of its own shape, or such a value for each language.
    case whole
    /// Free names, each with a text.
    case members
    /// As `whole`, and its members are texts.
    case wholeOrMembers
  }
}

extension MessageKey {
  /// Each key, once.
  private var description: MessageKeyGrammar {
    switch self {
    case .id:
      MessageKeyGrammar(
        Key("id", schema: JSONSchema.messageIdentifier).required.example(.written("summer-sale")), .never, varies: false
      )
    case .locale: MessageKeyGrammar(Key("locale", checking: .languageTag), .never, isExpanded: true, varies: false)
    case .variant:
      MessageKeyGrammar(
        Key("variant", schema: JSONSchema.name(VariantName.pattern)), .never, isExpanded: true, varies: false)
    case .media: MessageKeyGrammar(Key("media", \.media, .media).example(.written("summer-sale.jpg")), .wholeOrMembers)
    case .image: MessageKeyGrammar(Key("image", checking: .media), .wholeOrMembers, isExpanded: true)
    case .poster: MessageKeyGrammar(Key("poster", \.poster, .poster).example(.commentedOut("{at: 2.5}")), .whole)
    case .title: MessageKeyGrammar(Key("title", schema: JSONSchema.text).example(.written("Summer sale")))
    case .body: MessageKeyGrammar(Key("body", schema: JSONSchema.text).example(.written("Up to half off until Sunday")))
    case .link:
      MessageKeyGrammar(Key("link", schema: JSONSchema.path).example(.written("https://www.example.com/sale")))
    case .target:
      MessageKeyGrammar(
        Key("target", schema: JSONSchema.targets).example(.written("{topic: YOUR_TOPIC}")), .wholeOrMembers)
    case .platforms: MessageKeyGrammar(Key("platforms", \.platforms, .platforms))
    case .focalPoint:
      MessageKeyGrammar(Key("focal-point", \.focalPoint, .focalPoint).example(.written("{x: 0.5, y: 0.5}")), .whole)
    case .priority:
      MessageKeyGrammar(
        Key("priority", \.options.priority, YAMLType.choice(["normal": .normal, "high": .high]).orPlaceholder))
    case .ttl: MessageKeyGrammar(Key("ttl", \.options.timeToLive, .timeToLive))
    case .expires: MessageKeyGrammar(Key("expires", \.options.expiration, .expiration))
    case .channel: MessageKeyGrammar(Key("channel", \.options.channel, .path))
    case .sound: MessageKeyGrammar(Key("sound", \.options.sound, .path))
    // `AndroidNotification.notification_count`'s range.
    case .badge: MessageKeyGrammar(Key("badge", \.options.badge, YAMLType.integer(0...Int(Int32.max)).orPlaceholder))
    case .category: MessageKeyGrammar(Key("category", \.options.category, .path))
    case .data: MessageKeyGrammar(Key("data", schema: JSONSchema.data), .members, isMerged: true)
    case .collapseKey: MessageKeyGrammar(Key("collapse-key", \.options.collapseKey, .path))
    case .analyticsLabel: MessageKeyGrammar(Key("analytics-label", \.options.analyticsLabel, .analyticsLabel))
    case .android: Self.fields("android", \.overrides.android, of: "AndroidConfig", imageOf: "notification")
    case .apns: Self.fields("apns", \.overrides.apns, of: "ApnsConfig", imageOf: "fcm_options")
    case .webpush: Self.fields("webpush", \.overrides.webpush, of: "WebpushConfig", imageOf: "notification")
    case .values:
      MessageKeyGrammar(Key("values", checking: .placeholderValues), .never, isMerged: true, isExpanded: true)
    case .variants:
      MessageKeyGrammar(Key("variants", schema: JSONSchema.variants), .never, isExpanded: true, varies: false)
    }
  }

  private static func fields(
    _ name: String, _ path: any WritableKeyPath<MessageShape.Contents, JSONValue?> & Sendable, of type: String,
    imageOf parent: String
  ) -> MessageKeyGrammar {
    MessageKeyGrammar(Key(name, path, .fields(of: type, imageOf: parent)), .never, isMerged: true)
  }
}

/// The values of a message's keys, from one place or merged from several.
struct MessageLayer: Sendable {
  /// The message's place.
  var subject: Diagnostic.Subject
  var values: [MessageKey: YAMLValue] = [:]

  subscript(key: MessageKey) -> YAMLValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The identifier as written; nil if it is missing.
  var identifier: String? { if case .text(let text, _) = values[.id]?.content { text } else { nil } }

  /// One place's values for a message; `image` gets its newer name.
  static func read(_ value: YAMLValue, _ reader: inout YAMLReader) -> MessageLayer? {
    guard let mapping = reader.mapping(value, known: MessageKey.names) else { return nil }
    var layer = MessageLayer(subject: mapping.subject)
    for (name, value) in mapping.values { MessageKey(named: name).map { layer[$0] = value } }
    if let image = layer.values.removeValue(forKey: .image) {
      if layer[.media] != nil {
        reader.refuse(image, because: "it is the older name of `media`, which stands beside it", use: "`media` alone")
      }
      layer[.media] = layer[.media] ?? image
    }
    if let values = layer[.values] { PlaceholderNames.check(values, &reader) }
    return layer
  }

  /// This layer over another: it also has the other's further values.
  func laid(over other: MessageLayer) -> MessageLayer {
    guard !other.values.isEmpty else { return self }
    var layer = self
    layer.values = other.values
    for (key, value) in values {
      // A request for the default target gets the nearest.
      if key == .target, value.isDefaultTarget, other.values[key] != nil { continue }
      let beneath = key.grammar.isMerged ? other.values[key] : nil
      layer.values[key] = beneath.map(value.laid) ?? value
    }
    return layer
  }
}

extension YAMLValue {
  /// A mapping over another, merged to any depth. Any other value replaces it.
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
