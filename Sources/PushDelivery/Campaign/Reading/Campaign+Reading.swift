public import Findings

extension Campaign {
  /// The most messages of a campaign, each language, variant and target counted.
  static let maximumMessages = 1_000_000

  /// Reads the text of campaign.yml. All problems are reported at once.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil where there is none.
  ///   - defaults: where the target of a message comes from that names none.
  public static func read(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) -> Checked<Campaign> {
    YAMLReader.read(text, file: file) { reader, root in
      read(root, table: table.map { CampaignTable(bytes: $0) }, defaults: defaults, &reader)
    }
  }

  /// The name of the table of messages.
  public static let tableName = "messages.csv"
}

/// The top level of campaign.yml.
extension Campaign {
  private static func read(
    _ root: YAMLValue, table: CampaignTable?, defaults: MessageDefaults, _ reader: inout YAMLReader
  ) -> Campaign? {
    guard let draft = CampaignDraft.section.read(root, &reader) else { return nil }
    let context = CampaignContext(
      defaults: draft.defaults ?? MessageLayer(subject: draft.subject), values: draft.values, locales: draft.locales,
      pipelineDefaults: defaults)
    let messages = messages(draft, table: table, context, &reader) ?? []
    reportDuplicates(messages, &reader)
    table?.locateCells(&reader)
    return Campaign(messages: messages)
  }

  /// The list in campaign.yml, or the rows of the table.
  private static func messages(
    _ draft: CampaignDraft, table: CampaignTable?, _ context: CampaignContext, _ reader: inout YAMLReader
  ) -> [CampaignMessage]? {
    if let table {
      if case .text(tableName, _) = draft.messages?.content ?? .text(tableName, .plain) {
        return table.messages(context, &reader)
      }
      reader.refuse(
        draft.messages, because: "\(tableName) lies beside this file, and its rows are messages too",
        use: "`messages: \(tableName)`")
    } else if let value = draft.messages, case .text(let name, _) = value.content {
      reportNoTable(name, value.subject, &reader)
      return nil
    }
    let mapping = YAMLMapping(subject: draft.subject, values: draft.messages.map { ["messages": $0] } ?? [:])
    return reader.list(reader.required("messages", of: mapping)).map { messages($0, context, &reader) }
  }

  private static func reportNoTable(_ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .configurationValue, subject,
      name == tableName ? "there is no \(tableName) in the campaign folder" : "\(name.quoted) is no list of messages",
      remedy: "put the table beside this file under the name \(tableName), or write the messages here")
  }

  private static func messages(
    _ elements: [YAMLValue], _ context: CampaignContext, _ reader: inout YAMLReader
  ) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for element in elements {
      guard let layer = MessageLayer.read(element, &reader) else { continue }
      messages += MessageExpansion(context: context).messages(of: layer.laid(over: context.defaults), &reader)
      if context.reportCount(messages.count, element.subject, &reader) { break }
    }
    return messages
  }

  /// Identifiers that differ in case alone would meet in one file on some systems.
  private static func reportDuplicates(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    var first: [String: Int] = [:]
    for (index, message) in messages.enumerated() {
      let other = first[message.id.lowercased(), default: index]
      first[message.id.lowercased()] = other
      if other != index { reportDuplicate(message, messages[other], &reader) }
    }
  }

  private static func reportDuplicate(
    _ message: CampaignMessage, _ other: CampaignMessage, _ reader: inout YAMLReader
  ) {
    let lines = [other, message].map { $0.origin.line.map(String.init) ?? "?" }.joined(separator: " and ")
    reader.report(
      .campaignDuplicateID, message.origin.key("id"),
      "two messages have the id \(message.id.quoted), in lines \(lines), and one request would replace the other",
      remedy: "give one of them another id")
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
  /// Whether the messages are rows of a table, which take that target only where they ask for it.
  var isTable = false

  /// Whether there are too many messages to go on.
  func reportCount(_ count: Int, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) -> Bool {
    guard count > Campaign.maximumMessages else { return false }
    reader.report(
      .configurationSize, subject,
      "with this one the campaign has \(count) messages, and at most \(Campaign.maximumMessages) are made",
      remedy: "split it into several campaigns")
    return true
  }
}
