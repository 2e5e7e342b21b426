public import Findings

extension Campaign {
  /// The most messages of a list in campaign.yml, each language, variant and target counted.
  static let maximumMessages = 1_000_000
  /// The most messages of a table. Each takes eight bytes, besides its part of the report.
  static let maximumRows = 100_000_000

  /// Reads campaign.yml if all of it must be valid; `CampaignReading` also has the valid messages of a partly valid one. Reports all
  /// problems at once.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil if it is missing.
  ///   - defaults: these give the target of a message that has none.
  public static func read(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) -> Checked<Campaign> {
    let reading = CampaignReading(text, file: file, table: table, defaults: defaults)
    return Checked(reading.campaign, reading.diagnostics)
  }

  /// The name of the table of messages.
  public static let tableName = "messages.csv"
}

/// The top level of campaign.yml.
extension Campaign {
  /// The messages of all entries; nil if the list is missing.
  static func messages(
    _ root: YAMLValue, table: CampaignTable?, defaults: MessageDefaults, _ reader: inout YAMLReader
  ) -> EntryMessages? {
    guard let context = CampaignContext.read(root, defaults, &reader) else { return nil }
    var messages = messages(context, table: table, &reader)
    messages?.refuseDuplicates(&reader)
    if let good = messages?.good { compare(good, &reader) }
    table?.locateCells(&reader)
    return messages
  }

  private static func compare(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    var comparison = MessageComparison(messages)
    MessageComparison.report(comparison.takeRepeated().candidates(among: messages), &reader)
    comparison.report(&reader)
  }

  /// The settings of campaign.yml for table rows; nil if it has messages itself, or cannot be read.
  static func contextOfTable(
    _ root: YAMLValue, defaults: MessageDefaults, _ reader: inout YAMLReader
  ) -> CampaignContext? {
    CampaignContext.read(root, defaults, &reader).flatMap { $0.takesTable ? $0.ofTable : nil }
  }

  /// The list in campaign.yml, or the rows of the table.
  private static func messages(
    _ context: CampaignContext, table: CampaignTable?, _ reader: inout YAMLReader
  ) -> EntryMessages? {
    if let table {
      if context.takesTable { return table.messages(context, &reader) }
      reader.refuse(
        context.messages, because: "\(tableName) is next to this file, and its rows are messages, too",
        use: "`messages: \(tableName)`")
    } else if let value = context.messages, case .text(let name, _) = value.content {
      reportNoTable(name, value.subject, &reader)
      return nil
    }
    let mapping = YAMLMapping(subject: context.subject, values: context.messages.map { ["messages": $0] } ?? [:])
    return reader.list(reader.required("messages", of: mapping)).map { messages($0, context, &reader) }
  }

  private static func reportNoTable(_ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .configurationValue, subject,
      name == tableName ? "there is no \(tableName) in the campaign folder" : "\(name.quoted) is no list of messages",
      remedy: "put the table next to this file under the name \(tableName), or write the messages here")
  }

  private static func messages(
    _ elements: [YAMLValue], _ context: CampaignContext, _ reader: inout YAMLReader
  ) -> EntryMessages {
    var messages = EntryMessages()
    let expansion = MessageExpansion(context: context)
    var filledByteCount = 0
    for element in elements {
      var entry = MessageEntry(.element(element.subject))
      entry.filledByteCount = filledByteCount
      messages.add(element.subject, &reader) { reader in
        guard let layer = MessageLayer.read(element, &reader) else { return (nil, []) }
        let whole = layer.laid(over: context.defaults)
        return (layer.identifier, expansion.messages(of: whole, &entry, &reader))
      }
      filledByteCount = entry.filledByteCount
      if entry.isFull { context.reportFull(element.subject, &reader) }
      if entry.isFull || context.reportCount(messages.good.count, element.subject, &reader) { break }
    }
    return messages
  }
}

/// Limits.
extension CampaignContext {
  /// How many messages there may be.
  var mostMessages: Int { isTable ? Campaign.maximumRows : Campaign.maximumMessages }

  /// Reports that the texts of the messages need too much memory.
  func reportFull(_ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .configurationSize, subject,
      "with placeholders filled in the texts have more than \(MessageEntry.mostFilledBytes / 1_000_000) MB up to this message",
      remedy: isTable
        ? "use fewer or shorter placeholders, or fewer languages"
        : "use fewer or shorter placeholders, or write the messages as rows of "
          + "\(Campaign.tableName), which is read a part at a time")
  }

  /// Reports too many messages.
  func reportCount(_ count: Int, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) -> Bool {
    guard count > mostMessages else { return false }
    reader.report(
      .configurationSize, subject,
      "with this one the campaign has \(count) messages, and at most \(mostMessages) are made",
      remedy: "split it into several campaigns")
    return true
  }
}

extension Campaign {
  /// Whether a YAML file is probably a campaign, by its first bytes: `messages` is a top-level key.
  public static func isCampaignFile(_ start: [UInt8]) -> Bool {
    ForeignContents.letters(start).split(whereSeparator: isLineBreak).contains { line in
      ["messages:", "\"messages\":", "'messages':"].contains { line.starts(with: $0.utf8) }
    }
  }

  /// Whether a table is probably one of messages, by its first bytes: it has columns for identifiers, contents and targets. One of these is
  /// not enough: product feeds have `id` and `image`, and device exports `id` and `token`. Any separator counts, because unreadable tables
  /// are also meant.
  public static func isTable(_ start: [UInt8]) -> Bool {
    let columns = columns(start)
    guard columns.contains(MessageKey.id.name) else { return false }
    let haveTarget = !columns.isDisjoint(with: MessageFieldTable.targets + [MessageKey.target.name])
    let havePicture = columns.contains(MessageKey.image.name)
    let haveWords = !columns.isDisjoint(with: [MessageKey.title.name, MessageKey.body.name])
    return columns.contains(MessageKey.media.name) || [haveTarget, havePicture, haveWords].count { $0 } > 1
  }

  /// The names of a table's columns, without the part after a dot, as in `title.de`.
  private static func columns(_ start: [UInt8]) -> Set<String> {
    let line = ForeignContents.letters(start).split(maxSplits: 1, whereSeparator: isLineBreak).first ?? []
    let text = String(decoding: line, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let names = text.split { ",;\t".contains($0) }.map { $0.filter { $0 != " " && $0 != "\"" }.lowercased() }
    return Set(names.map { String($0.prefix { $0 != "." }) })
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
