package import Findings

/// Collects the messages of a campaign part by part, and what is wrong with them. It keeps only hashes and counts of the good ones.
///
/// An error in one entry of `messages`, or in one table row, costs only that entry. Any other error (under `defaults`, in the first row)
/// concerns all entries. It is unknown which of two messages with one identifier is wrong, so both are refused.
package struct MessageReading {
  /// nil for messages of campaign.yml.
  private let rows: TableRows?
  private let context: CampaignContext
  /// The number of valid messages whose files exist.
  package private(set) var count = 0
  /// One message for each use of files, in their order.
  package private(set) var uses: [CampaignMessage] = []
  /// Messages whose files are missing, or cropped against their wish.
  package private(set) var troubled: [CampaignMessage] = []
  /// The messages of refused entries, as far as they could be read.
  package private(set) var wrong: [CampaignMessage] = []
  /// An error for each file of the table's messages that is missing, good or refused.
  package private(set) var missing: [Diagnostic] = []
  private var refused: [String] = []
  /// The number of errors in entries.
  private var errors = 0
  private var seen: Set<MediaUse> = []
  private var repeats = MessageRepeats()
  private var messageUses = MessageUses()
  private var unused: Set<String>
  private var reader: YAMLReader

  /// `reader`: with the problems of campaign.yml.
  init(_ context: CampaignContext, _ rows: TableRows?, _ reader: YAMLReader) {
    (self.rows, self.reader, unused) = (rows, reader, Set(rows.map { Array($0.columns.values.keys) } ?? []))
    self.context = rows?.context ?? context
  }

  /// Reads campaign.yml and the first row of the table.
  ///
  /// - Parameters:
  ///   - text: of campaign.yml.
  ///   - file: its path, as diagnostics name it.
  ///   - beginning: of the table, with its first record at least.
  ///   - defaults: these give the target of a message that has none.
  ///   - files: looks up the files that rows name.
  /// - Returns: nil if an error concerns all messages, or campaign.yml has messages itself.
  package static func ofTable(
    _ text: String, file: String, beginning: [UInt8], defaults: MessageDefaults, _ files: TableFiles
  ) -> (reading: MessageReading, rows: TableRows)? {
    var reader = YAMLReader()
    guard let root = YAMLDocument.root(of: text, file: file).value,
      let context = CampaignContext.read(root, defaults, &reader), context.takesTable,
      let rows = TableRows(beginning, context, files, &reader)
    else { return nil }
    return (MessageReading(context, rows, reader), rows)
  }

  /// Reserves memory for so many messages.
  package mutating func expect(_ count: Int) { repeats.expect(min(count, Campaign.maximumRows)) }

  /// Adds the results of the next entries. Returns whether to read on.
  package mutating func add(_ part: MessagePart) -> Bool {
    for entry in part.told where !reader.isFull {
      let before = reader.diagnostics.count
      for diagnostic in entry.diagnostics { reader.reportFound(diagnostic) }
      errors += reader.diagnostics[before...].count { $0.severity == .error && $0.subject.lies(in: entry.place) }
      if entry.hasError { refused.append(entry.name) }
      // An error about all rows is reported once.
      if entry.hasError || wrong.count < YAMLReader.maximumDiagnostics { wrong += entry.lost }
    }
    if let lost = part.lost { reader.report(.unclosedQuote, lost) }
    unused.formIntersection(part.unused)
    count += part.count - part.troubled.count
    troubled += part.troubled
    addUses(part.uses)
    repeats.add(part.repeats)
    messageUses.add(part.messageUses)
    guard part.lost == nil, !reader.isFull else { return false }
    let (count, most) = (count + troubled.count, context.mostMessages)
    guard count > most, let place = part.lastPlace else { return true }
    reader.report(.campaign("manyMessages", "\(count)", "\(most)"), place)
    return false
  }

  /// The texts of all entries need too much memory up to this one.
  mutating func stop(at entry: Diagnostic.Subject) { context.reportFull(entry, &reader) }

  private mutating func addUses(_ messages: [CampaignMessage]) {
    for message in messages where seen.insert(MediaUse(message)).inserted { uses.append(message) }
  }
}

/// Messages that share something with others. Their details need the messages again.
extension MessageReading {
  package mutating func takeShared() -> MessageRepeats.Shared {
    // Others have a place in place of an identifier.
    for message in wrong where MessageIdentifier(rawValue: message.id) != nil { repeats.add(identifierOf: message) }
    return repeats.takeShared()
  }

  /// Refuses messages with equal identifiers, and reports messages that repeat or replace others. `candidates`: all possible ones whose files
  /// exist.
  ///
  /// - Returns: the entries of refused messages.
  package mutating func compare(
    _ candidates: [CampaignMessage], _ shared: MessageRepeats.Shared
  ) -> Set<Diagnostic.Subject> {
    let good = Self.sorted(candidates + shared.candidates(among: troubled))
    var first: [String: CampaignMessage] = [:]
    var lost: Set<Diagnostic.Subject> = []
    let before = reader.diagnostics.count
    for message in Self.sorted(good + shared.candidates(among: wrong)) {
      guard let other = first.updateIfMissing(message.id.lowercased(), message) else { continue }
      let lines = [other, message].map { $0.origin.line.map(String.init) ?? "?" }.joined(separator: " and ")
      reader.report(.campaign("sameID", message.id.quoted, lines), message.place(of: .id))
      lost.formUnion([message.origin, other.origin])
    }
    errors += reader.diagnostics.count - before
    if !lost.isEmpty {
      let others = good.filter { lost.contains($0.origin) }
      refused = (refused + others.map(\.id)).distinct
      wrong += others
      troubled.removeAll { lost.contains($0.origin) }
      (count, uses, seen) = (0, [], [])
    }
    MessageRepeats.report(candidates.filter { !lost.contains($0.origin) }, &reader)
    return lost
  }

  private static func sorted(_ messages: [CampaignMessage]) -> [CampaignMessage] {
    messages.sorted { $0.origin.line ?? 0 < $1.origin.line ?? 0 }
  }

  /// Adds the remaining valid messages, once it is known which entries are refused because of others.
  package mutating func addRemaining(_ messages: [CampaignMessage]) {
    count += messages.count
    addUses(messages)
  }
}

/// The results.
extension MessageReading {
  /// The lines of the table with problems; their records are needed again to find the places in them.
  package mutating func linesToLocate() -> Set<Int> {
    messageUses.report(&reader)
    let pictures = rows?.paths.map { MessageNames.unusedPictures(of: messageUses.few, among: $0) } ?? []
    for diagnostic in pictures { reader.report(diagnostic) }
    let isEmpty = count == 0 && [troubled, wrong].allSatisfy(\.isEmpty) && refused.isEmpty
    if let rows, !isEmpty || !rows.reportNoRows(&reader) { rows.reportUnused(unused, &reader) }
    missing = rows?.missing(for: troubled + wrong) ?? []
    let found = reader.diagnostics + missing.prefix(YAMLReader.maximumDiagnostics)
    return Set(found.filter { $0.subject.name == Campaign.tableName }.compactMap(\.subject.line))
  }

  /// Whether there are messages; the names of refused entries; and the diagnostics of campaign.yml and all entries. `located`: the records of
  /// the lines with problems.
  package mutating func finish(
    _ located: [CSVRecords.Record]
  ) -> (isUsable: Bool, refused: [String], diagnostics: [Diagnostic]) {
    let found = reader.diagnostics.count { $0.severity == .error }
    let isLost = count == 0 && troubled.isEmpty && !refused.isEmpty
    rows?.locate(located, &reader, &missing)
    let diagnostics = reader.sortedDiagnostics
    return (
      errors == found && !isLost && !reader.isFull, refused, rows == nil ? diagnostics : diagnostics.inWordsOfTables
    )
  }
}

/// More than are made, or than fit into memory.
extension CampaignContext {
  /// How many messages there may be.
  var mostMessages: Int { isTable ? Campaign.maximumRows : Campaign.maximumMessages }

  /// Reports that the texts of the messages need too much memory.
  func reportFull(_ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    let most = "\(MessageEntry.mostFilledBytes / 1_000_000)"
    reader.report(.campaign(isTable ? "fullTable" : "fullList", most), subject)
  }
}
