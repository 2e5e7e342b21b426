import Findings

/// The keys of campaign.yml, and what else all its messages share.
struct CampaignContext: Sendable {
  /// The place of the keys.
  var subject = Diagnostic.Subject(.configuration, "")
  /// The base of every message.
  var defaults = MessageLayer(subject: .init(.configuration, ""))
  /// Values for the placeholders of all messages.
  var values: [String: YAMLValue] = [:]
  var locales = LocaleSettings()
  /// The list of messages, or the name of the table.
  var messages: YAMLValue?
  /// The target of pipeline.yml, for a message without one.
  var pipelineDefaults = MessageDefaults()
  /// Whether the messages are rows of a table. Rows take that target only if they ask for it.
  var isTable = false
}

extension CampaignContext {
  static func read(
    _ root: YAMLValue, _ pipelineDefaults: MessageDefaults, _ reader: inout YAMLReader
  ) -> CampaignContext? {
    var context = section.read(root, &reader)
    context?.pipelineDefaults = pipelineDefaults
    return context
  }

  /// Whether a table next to it has its messages.
  var takesTable: Bool {
    if case .text(let name, _)? = messages?.content { name == Campaign.tableName } else { messages == nil }
  }

  /// The whole of campaign.yml. Whether there are messages is checked once it is known whether there is a table.
  static let section = Section(CampaignContext(), at: .campaign()) {
    Key("version", checking: .version, standard: "1")
    Key("defaults", \.defaults, .messageDefaults).example(.absent)
    Key("values", \.values, .placeholderValues).example(.absent)
    Key("locales", \.locales, LocaleSettings.section).example(.absent)
    Key("messages", \.messages, .messages).elements(MessageKey.allCases.map(\.outline)).example(.lines { template })
  }.after { mapping, context, reader in
    context.subject = mapping.subject
    reader.refuse(context.defaults[.id], because: "every message has an id of its own", use: "it in each message")
  }

  /// One example message.
  private static var template: [String] {
    let keys: [MessageKey] = [.id, .media, .poster, .title, .body, .target, .link, .focalPoint]
    let more = """
      More keys: platforms, priority, ttl, expires, collapse-key, channel, sound, badge, category, analytics-label, data;
      android, apns and webpush for fields of the API; values for placeholders such as {{name}}; variants.
      `richpush schema campaign` prints a JSON Schema of them all for editors.
      """
    return SectionTemplate.element(keys.map(\.outline)) + SectionTemplate.commented(more).map { "  " + $0 }
  }
}

extension MessageKey {
  var outline: KeyOutline { grammar.key.outline(MessageShape.Contents(), at: .campaign("messages")) }
}

extension YAMLType<MessageLayer> {
  fileprivate static var messageDefaults: YAMLType {
    YAMLType(CampaignFile.message(without: [.id])) { MessageLayer.read($0, &$1) }
  }
}

extension YAMLType<YAMLValue> {
  fileprivate static var messages: YAMLType {
    YAMLType(
      JSONSchema.anyOf([
        JSONSchema.list(CampaignFile.message(required: [MessageKey.id.name])), ["const": .string(Campaign.tableName)],
      ])
    ) { value, _ in value }
  }
}

/// campaign.yml: its schema, and an example. `Campaign.read` reads it.
///
/// The reader checks the whole campaign: a table instead of `messages`, unique identifiers, missing languages, placeholders without a
/// value.
public enum CampaignFile {
  /// The JSON Schema as text.
  public static var schema: [UInt8] {
    JSONText.pretty(
      JSONSchema.document("campaign.yml of richpush", CampaignContext.section.schema, definitions: definitions))
  }

  /// The text that `richpush init` writes, with one message.
  public static var template: String {
    SectionTemplate.document(
      header: """
        The messages of a campaign, in this folder beside its pictures.
        """, CampaignContext.section.outline)
  }

  /// All keys, which the handbook describes.
  package static var outline: [KeyOutline] { CampaignContext.section.outline }

  private static var definitions: [String: JSONValue] {
    let keys = MessageKey.allCases.map { (definition(of: $0), localized($0)) }
    return Dictionary(uniqueKeysWithValues: keys).merging([
      "message": message(), "variant": message(without: Set(MessageKey.allCases.filter { !$0.grammar.varies })),
    ]) { first, _ in first }
  }

  private static func definition(of key: MessageKey) -> String { "message-\(key.name)" }

  /// A mapping with the keys of a message, each by reference.
  fileprivate static func message(required: [String] = [], without left: Set<MessageKey> = []) -> JSONValue {
    let keys = MessageKey.allCases.filter { !left.contains($0) }
    return JSONSchema.object(
      Dictionary(
        uniqueKeysWithValues: keys.map { key in
          (key.name, key.outline.described(JSONSchema.reference(definition(of: key))))
        }), required: required)
  }

  private static func localized(_ key: MessageKey) -> JSONValue {
    switch key.grammar.localization {
    case .never, .members: key.outline.schema()
    case .text, .whole, .wholeOrMembers: JSONSchema.inLanguages(key.outline.schema())
    }
  }
}
