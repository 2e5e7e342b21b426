import Findings

/// campaign.yml while it is read.
struct CampaignDraft: Sendable {
  /// Where the file's keys stand.
  var subject = Diagnostic.Subject(.configuration, "")
  /// What lies beneath every message.
  var defaults: MessageLayer?
  /// What placeholders of all messages stand for.
  var values: [String: YAMLValue] = [:]
  var locales = LocaleSettings()
  /// The list of messages, or the name of the table.
  var messages: YAMLValue?
}

extension CampaignDraft {
  /// Whether a table beside the file has its messages.
  var takesTable: Bool {
    if case .text(Campaign.tableName, _) = messages?.content ?? .text(Campaign.tableName, .plain) {
      true
    } else {
      false
    }
  }

  /// The whole of campaign.yml. That there are messages is looked at where it is known whether there is a table.
  static let section = Section(CampaignDraft()) {
    Key("version", checking: .version, "The version of this file's layout.", standard: "1")
      .comment("The version of this file's layout: 1.").reference("The layout of this file.")
    Key("defaults", \.defaults, .messageDefaults, "What a message has when it does not say.")
      .comment(example: .absent)
      .reference("What a message has when it does not say. `defaults` of pipeline.yml lie beneath.")
    Key("values", \.values, .placeholderValues, "What placeholders such as {{name}} stand for.")
      .comment(example: .absent)
      .reference("What [placeholders](#placeholders) of all messages stand for.", standard: "none")
    Key("locales", \.locales, LocaleSettings.section, "").comment(example: .absent)
    Key("messages", \.messages, .messages, "The messages, or the name of the table that holds them.")
      .comment("", example: .lines(template))
      .reference(
        "The messages, in the order in which they are reported, or the name of [the table](#messagescsv) that holds them.",
        standard: "required; the table where there is one")
  }.after { mapping, draft, reader in
    draft.subject = mapping.subject
    reader.refuse(draft.defaults?[.id], because: "every message has an id of its own", use: "it in each message")
  }

  /// One message to start from.
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
  var outline: KeyOutline { grammar.key.outline(FlatMessage()) }
}

extension YAMLType<MessageLayer> {
  fileprivate static var messageDefaults: YAMLType {
    YAMLType("the keys of a message but `id`", CampaignFile.message(without: [.id])) { MessageLayer.read($0, &$1) }
  }
}

extension YAMLType<YAMLValue> {
  fileprivate static var messages: YAMLType {
    let schema = JSONSchema.anyOf([
      JSONSchema.list(CampaignFile.message(required: [MessageKey.id.name])), ["const": .string(Campaign.tableName)],
    ])
    return YAMLType("list, or `\(Campaign.tableName)`", schema) { value, _ in value }
  }
}

/// campaign.yml: its schema, and one to start from. Reading it is `Campaign.read`.
///
/// What only the whole campaign shows is left to the reader: a table in place of `messages`, unique identifiers, languages that
/// are missing, placeholders without a value.
public enum CampaignFile {
  /// The JSON Schema as text.
  public static var schema: [UInt8] {
    let document = JSONSchema.document(
      "campaign.yml of richpush", CampaignDraft.section.schema,
      definitions: MessageFieldSchema.definitions.merging(definitions) { first, _ in first })
    return (try? JSONText.pretty(document)) ?? []
  }

  /// The text that `richpush init` writes, with one message.
  public static var template: String {
    SectionTemplate.document(
      header: """
        The messages of a campaign, in this folder beside its pictures.
        """, CampaignDraft.section.outline)
  }

  /// The tables of docs/configuration.md by what they are of.
  package static var reference: KeyValuePairs<String, String> {
    [
      "campaign.yml": ReferenceTable.text(CampaignDraft.section.outline),
      "messages": ReferenceTable.text(MessageKey.allCases.map(\.outline)),
    ]
  }

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
          (key.name, JSONSchema.reference(definition(of: key)).described(key.grammar.key.words.summary))
        }), required: required)
  }

  private static func localized(_ key: MessageKey) -> JSONValue {
    switch key.grammar.localization {
    case .never, .members: key.grammar.key.schema
    case .text, .whole, .wholeOrMembers: JSONSchema.inLanguages(key.grammar.key.schema)
    }
  }
}
