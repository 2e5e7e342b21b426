import Findings

/// The schema of campaign.yml: of the same keys, tables and ranges as its reader.
///
/// What only the whole campaign shows is left to the reader: a table in place of `messages`, unique identifiers, languages that
/// are missing, placeholders without a value.
public enum CampaignSchema {
  /// The schema as JSON text.
  public static var text: [UInt8] { (try? JSONText.pretty(document)) ?? [] }

  static let document = JSONSchema.document(
    "campaign.yml of richpush",
    JSONSchema.object(YAMLReader.CampaignKey.self) { key in
      switch key {
      case .version: ["const": 1, "description": "The version of this file's layout."]
      case .defaults: message(without: [.id]).described("What a message has when it does not say.")
      case .values: values.described("What placeholders such as {{name}} stand for.")
      case .locales: locales
      case .messages:
        JSONSchema.anyOf([JSONSchema.list(message(required: [.id])), ["const": .string(Campaign.tableName)]])
          .described("The messages, or the name of the table that holds them.")
      }
    }, definitions: MessageFieldSchema.definitions.merging(definitions) { first, _ in first })

  private static let definitions: [String: JSONValue] = [
    "message": message(),
    "variant": message(without: MessageKey.notOfVariants),
  ].merging(
    Dictionary(uniqueKeysWithValues: MessageKey.allCases.map { (definition(of: $0), localized(schema(of: $0), $0)) })
  ) { first, _ in first }

  private static func definition(of key: MessageKey) -> String { "message-\(key.rawValue)" }

  private static func message(required: Set<MessageKey> = [], without left: Set<MessageKey> = []) -> JSONValue {
    JSONSchema.object(MessageKey.self, required: required, without: left) { key in
      JSONSchema.reference(definition(of: key)).described(description(of: key))
    }
  }

  /// A text that placeholders may be a part of.
  private static let placeholder: JSONValue = ["type": "string", "pattern": #"\{\{"#]

  private static func orPlaceholder(_ schema: JSONValue) -> JSONValue { JSONSchema.anyOf([schema, placeholder]) }

  /// The value of a key in one language.
  private static func schema(of key: MessageKey) -> JSONValue {
    switch key {
    case .id: orPlaceholder(JSONSchema.name(#"^(?![.-])(?![Ii][Nn][Dd][Ee][Xx]$)[A-Za-z0-9._-]{1,200}$"#))
    case .locale: JSONSchema.form("^\(LanguageTag.pattern)$")
    case .variant: JSONSchema.name(variantName)
    case .title, .body: JSONSchema.text
    case .link, .channel, .sound, .category, .collapseKey: JSONSchema.path
    case .media, .image: JSONSchema.anyOf([file, object(YAMLReader.PlatformKey.self, of: localizedFile)])
    case .poster: JSONSchema.anyOf([file, moment])
    case .focalPoint: object(YAMLReader.PointKey.self, of: orPlaceholder(JSONSchema.number(0...1)), isWhole: true)
    case .target: JSONSchema.anyOf([target, JSONSchema.list(target, atLeast: 1)])
    case .platforms: JSONSchema.anyOf([JSONSchema.list(platform, atLeast: 1), orPlaceholder(platforms)])
    case .priority: orPlaceholder(JSONSchema.choice(["normal", "high"]))
    case .ttl: JSONSchema.anyOf([["const": 0], orPlaceholder(JSONSchema.form(span))])
    case .expires: orPlaceholder(JSONSchema.form(#"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})$"#))
    case .badge: orPlaceholder(JSONSchema.integer(YAMLReader.badgeRange))
    case .analyticsLabel: orPlaceholder(JSONSchema.name(#"^[A-Za-z0-9_.~%-]{1,50}$"#))
    case .data: JSONSchema.map(inLanguages(["type": .array(["string", "number", "boolean"])]))
    case .values: values
    case .variants: JSONSchema.map(JSONSchema.reference("variant"), names: variantName, atLeast: 1)
    case .android: JSONSchema.reference("AndroidConfig")
    case .apns: JSONSchema.reference("ApnsConfig")
    case .webpush: JSONSchema.reference("WebpushConfig")
    }
  }

  private static func localized(_ schema: JSONValue, _ key: MessageKey) -> JSONValue {
    switch key.localization {
    case .never, .members: schema
    case .text, .whole, .wholeOrMembers: inLanguages(schema)
    }
  }

  /// A value, or such a value for each language.
  private static func inLanguages(_ schema: JSONValue) -> JSONValue {
    JSONSchema.anyOf([schema, JSONSchema.map(schema, names: "^\(LanguageTag.pattern)$", atLeast: 1)])
  }

  private static func object<Key: YAMLKey>(
    _: Key.Type, of value: JSONValue, isWhole: Bool = false
  ) -> JSONValue {
    JSONSchema.object(Key.self, required: isWhole ? Set(Key.allCases) : []) { _ in value }
      .merging(["type": "object", "minProperties": 1])
  }

  private static let span: String = {
    let units = TimeSpan.units.map { String($0.key) }.joined()
    return "^(0|(0|[1-9][0-9]*(_[0-9]+)*)[\(units)])$"
  }()
  private static let variantName = "^[A-Za-z0-9_-]{1,40}$"
  private static let file = JSONSchema.name(
    #"^(?!/)(?!(.*/)?\.\.(/|$))(?!.*://)(?=.*[^./\s])[^\u0000-\u001f\u007f\\]+$"#)
  private static let localizedFile = inLanguages(file)
  private static let moment = object(
    YAMLReader.PosterKey.self, of: orPlaceholder(JSONSchema.number(PosterChoice.momentRange)), isWhole: true)
  private static let platform = JSONSchema.choice(Platform.allCases.map(\.rawValue))
  private static let platforms = JSONSchema.form("^ *(ios|android|web)( +(ios|android|web))* *$")

  /// Exactly one kind.
  private static let target = object(YAMLReader.TargetKey.self, of: inLanguages(JSONSchema.path))
    .merging(["maxProperties": 1])

  private static let values = JSONSchema.map(
    inLanguages(JSONSchema.text), names: #"^(?!(locale|variant)$)[A-Za-z][A-Za-z0-9_-]*$"#)

  private static let locales = JSONSchema.object(YAMLReader.LocalesKey.self) { key in
    let tag = JSONSchema.form("^\(LanguageTag.pattern)$")
    return switch key {
    case .fallback: tag.described("The language that stands in where another is not written.")
    case .list: JSONSchema.list(tag, atLeast: 1).described("The languages of every message that is written in several.")
    }
  }

  private static func description(of key: MessageKey) -> String {
    switch key {
    case .id: "Names the request file. Unique in the campaign."
    case .locale: "The one language of this message; left out, it is made in all in which it is written."
    case .variant: "The name of this variant, where the others are messages of their own."
    case .media: "The picture, animation or video, relative to the campaign folder; or one for each platform."
    case .image: "The older name of media."
    case .poster: "What stands for what moves where nothing moves: {at: SECONDS} or the path of a picture."
    case .focalPoint: "The point that a cut keeps in view: 0 is left and top, 1 is right and bottom."
    case .title, .body: "What the phone shows."
    case .link: "Where a tap leads: an https URL."
    case .target: "Whom it goes to: one of topic, token, fid and condition, or a list of them."
    case .platforms: "The platforms that it is made for; all when left out."
    case .priority: "When a device that sleeps gets it."
    case .ttl: "How long a device that is away may still get it, up to 4w: 90s, 30m, 4h, 2d, 1w, or 0."
    case .expires: "When Apple's servers drop it: date, time and zone (RFC 3339)."
    case .collapseKey: "Of the waiting messages with the same key a device gets the last."
    case .channel: "A notification channel of the Android app."
    case .sound: "default, or the name of a sound of the app."
    case .badge: "The number on the app's icon."
    case .category: "The actions that Apple's systems offer, by the name that the app gives them."
    case .analyticsLabel: "Under what FCM's statistics count it."
    case .data: "Keys and values for the app."
    case .android: "Fields of AndroidConfig. They win over everything else."
    case .apns: "Fields of ApnsConfig. They win over everything else."
    case .webpush: "Fields of WebpushConfig. They win over everything else."
    case .values: "What placeholders of this message stand for."
    case .variants: "What is tried against each other: what each says otherwise, by its name."
    }
  }
}
