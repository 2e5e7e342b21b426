public import Findings

/// The result of reading a campaign's files: the valid messages, the refused ones, and all diagnostics.
///
/// An error in one entry of `messages`, or in one table row, costs only that entry. Any other error (under `defaults`, in the first row)
/// concerns all entries, so there is no campaign. The same holds if every entry is refused.
public struct CampaignReading: Hashable, Sendable {
  /// The valid messages; nil if an error concerns all of them, or each one has an error.
  public let campaign: Campaign?
  /// The messages without errors in their own entries, even if another error concerns all of them.
  package let readable: [CampaignMessage]
  /// The messages of entries with an error, as far as they could be read.
  package let wrong: [CampaignMessage]
  /// The identifiers of the messages with an error, or their places if they have no identifier, as in `messages.csv:12`.
  public let refused: [String]
  /// All diagnostics, in the order of the files.
  public let diagnostics: [Diagnostic]

  /// Reads campaign.yml, and the table next to it.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - table: the bytes of messages.csv, whose rows are messages; nil if it is missing.
  ///   - defaults: these give the target of a message that has none.
  public init(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) {
    let document = YAMLDocument.root(of: text, file: file)
    guard let root = document.value else {
      let (errors, messages, wrong) = table.map(Self.errorsByItself) ?? ([], [], [])
      self.init(nil, document.diagnostics + errors, readable: messages, wrong: wrong)
      return
    }
    var reader = YAMLReader()
    if let context = CampaignContext.read(root, defaults, &reader) {
      self.init(context, table, reader)
    } else {
      self.init(nil, reader.sortedDiagnostics)
    }
  }

  private init(
    _ campaign: Campaign?, _ diagnostics: [Diagnostic], refused: [String] = [], readable: [CampaignMessage] = [],
    wrong: [CampaignMessage] = []
  ) {
    (self.campaign, self.diagnostics, self.refused) = (campaign, diagnostics, refused)
    (self.readable, self.wrong) = (readable, wrong)
  }

  /// The rows of the table, or the list in campaign.yml.
  private init(_ context: CampaignContext, _ table: [UInt8]?, _ reader: YAMLReader) {
    var (reader, messages) = (reader, [CampaignMessage]())
    var reading: MessageReading
    if let table, context.takesTable {
      guard let rows = TableRows(table, context, nil, &reader) else {
        self.init(nil, reader.sortedDiagnostics)
        return
      }
      reading = MessageReading(context, rows, reader)
      var part = rows.part(of: table, rows.start)
      messages = part.takeMessages()
      _ = reading.add(part)
    } else {
      guard let list = context.list(besideTable: table != nil, &reader) else {
        self.init(nil, reader.sortedDiagnostics)
        return
      }
      reading = MessageReading(context, nil, reader)
      messages = context.read(list, &reading)
    }
    let shared = reading.takeShared()
    let lost = reading.compare(shared.candidates(among: messages), shared)
    if !lost.isEmpty {
      messages.removeAll { lost.contains($0.origin) }
      reading.addRemaining(messages)
    }
    let lines = reading.linesToLocate()
    let records = lines.isEmpty ? [] : table.map { CSVRecords($0).filter { lines.contains($0.line) } } ?? []
    let (isUsable, refused, diagnostics) = reading.finish(records)
    self.init(
      isUsable ? Campaign(messages: messages) : nil, diagnostics, refused: refused, readable: messages,
      wrong: reading.wrong)
  }

  /// The errors of a table that do not depend on campaign.yml, if that cannot be read: in its columns, rows and values; and its messages.
  private static func errorsByItself(_ table: [UInt8]) -> ([Diagnostic], [CampaignMessage], [CampaignMessage]) {
    let place = Diagnostic.Subject(.configuration, Campaign.tableName, line: 1)
    let context = CampaignContext(
      defaults: MessageLayer(subject: place), pipelineDefaults: MessageDefaults(target: .topic("any")))
    let unknown: [Incident] = [
      .campaignMissingTarget, .campaignUnusedColumn, .campaignPlaceholder, .campaignPersonalTopic,
      .campaignSharedTarget,
    ]
    let reading = CampaignReading(context, table, YAMLReader())
    let errors = reading.diagnostics.filter { found in
      found.severity == .error && !unknown.contains { $0.id == found.rule }
    }
    return (errors, reading.readable, reading.wrong)
  }
}

/// The list in campaign.yml.
extension CampaignContext {
  /// nil if it is missing, which is reported.
  fileprivate func list(besideTable: Bool, _ reader: inout YAMLReader) -> [YAMLValue]? {
    if besideTable {
      reader.refuse(
        messages, because: "\(Campaign.tableName) is next to this file, and its rows are messages, too",
        use: "`messages: \(Campaign.tableName)`")
    } else if let messages, case .text(let name, _) = messages.content {
      let isTable = name == Campaign.tableName
      return reader.fail(.campaign(isTable ? "missingTable" : "noList", name.quoted), messages.subject)
    }
    let mapping = YAMLMapping(subject: subject, values: messages.map { ["messages": $0] } ?? [:])
    return reader.list(reader.required("messages", of: mapping))
  }

  /// Reads the elements one after another.
  fileprivate func read(_ list: [YAMLValue], _ reading: inout MessageReading) -> [CampaignMessage] {
    var (part, filledByteCount, end) = (MessagePart(), 0, Diagnostic.Subject?.none)
    for element in list where end == nil && !part.isFull && part.count <= mostMessages {
      var reader = YAMLReader()
      var entry = MessageEntry(subject: element.subject, filledByteCount: filledByteCount)
      let layer = MessageLayer.read(element, &reader)
      let whole = layer?.laid(over: defaults)
      let recipe = whole.map { MessageRecipe(of: $0, self, nil, &entry, &reader) }
      if let layer, let whole { layer.reportIdleKeys(in: whole, &reader) }
      let found = recipe?.messages(&entry, &reader) ?? []
      part.add(found, of: element.subject, named: layer?.identifier, reader.diagnostics)
      filledByteCount = entry.filledByteCount
      if entry.isFull { end = element.subject }
    }
    part.finish()
    _ = reading.add(part)
    if let end { reading.stop(at: end) }
    return part.takeMessages()
  }
}

extension Campaign {
  /// The most messages of a list in campaign.yml, each language, variant and target counted.
  static let maximumMessages = 1_000_000
  /// The most messages of a table. Each takes eight bytes, besides its part of the report.
  static let maximumRows = 100_000_000

  /// Reads campaign.yml if all of it must be valid; `CampaignReading` also has the valid messages of a partly valid one, and takes the same.
  public static func read(
    _ text: String, file: String = "campaign.yml", table: [UInt8]? = nil, defaults: MessageDefaults = .init()
  ) -> Checked<Campaign> {
    let reading = CampaignReading(text, file: file, table: table, defaults: defaults)
    return Checked(reading.campaign, reading.diagnostics)
  }

  /// The name of the table of messages.
  public static let tableName = "messages.csv"
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
    let line = ForeignContents.letters(start).split(maxSplits: 1, whereSeparator: isLineBreak).first ?? []
    let text = String(decoding: line, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let names = text.split { ",;\t".contains($0) }.map { $0.filter { $0 != " " && $0 != "\"" }.lowercased() }
    // Without the part after a dot, as in `title.de`.
    let columns = Set(names.map { String($0.prefix { $0 != "." }) })
    func have(_ keys: MessageKey...) -> Bool { !columns.isDisjoint(with: keys.map(\.name)) }
    guard have(.id) else { return false }
    let haveTarget = have(.target) || !columns.isDisjoint(with: MessageFieldTable.targets)
    return have(.media) || [haveTarget, have(.image), have(.title, .body)].count { $0 } > 1
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
