package import Findings

/// A table that is read once, in parts. It keeps only a hash of each message's identifier.
package struct TableReading {
  /// Reads the rows.
  package let rows: TableRows
  /// The start of the first record.
  package let head: TableRange
  /// The start of rows.
  package let start: TableRange
  /// The number of valid messages whose files exist.
  package private(set) var count = 0
  /// One message for each use of files, in the order of the table.
  package private(set) var uses: [CampaignMessage] = []
  /// Messages whose files are missing, or cropped against their wish.
  package private(set) var troubled: [CampaignMessage] = []
  private var seen: Set<MediaUse> = []
  private var entries = EntryMessages()
  private var comparison = MessageComparison()
  private var identifiers: [Int] = []
  private var unused: Set<String>
  private var reader: YAMLReader
  private let table: CampaignTable

  /// Reads campaign.yml and the first row.
  ///
  /// - Parameters:
  ///   - text: of campaign.yml.
  ///   - file: its path, as diagnostics name it.
  ///   - beginning: of the table, with its first record at least.
  ///   - defaults: these give the target of a message that has none.
  ///   - files: looks up the files that rows name.
  /// - Returns: nil if an error concerns all messages, or campaign.yml has messages itself.
  package init?(_ text: String, file: String, beginning: [UInt8], defaults: MessageDefaults, _ files: TableFiles) {
    guard let root = YAMLDocument.root(of: text, file: file).value else { return nil }
    var reader = YAMLReader()
    table = CampaignTable(bytes: beginning)
    head = CSVRecords(beginning).range
    var records = CSVRecords(beginning).makeIterator()
    guard let context = Campaign.contextOfTable(root, defaults: defaults, &reader),
      let first = records.next(), first.isClosed, !first.isTooLong,
      let columns = table.columns(CSVRows.row(of: first), table.place(ofLine: 1), &reader)
    else { return nil }
    rows = TableRows(columns, context, files)
    start = records.rest
    unused = Set(columns.values.keys)
    self.reader = reader
  }

  /// What stands between the cells of the table.
  package var separator: CellSeparator { rows.columns.separator }

  /// Reserves memory for so many messages. A growing array takes up to three times its size.
  package mutating func expect(_ count: Int) {
    identifiers.reserveCapacity(min(count, Campaign.maximumRows))
    comparison.expect(min(count, Campaign.maximumRows))
  }

  /// Adds the results of the next records. Returns whether to read on.
  package mutating func add(_ part: TablePart) -> Bool {
    guard !reader.isFull else { return false }
    let goesOn = entries.add(part, &reader)
    unused.formIntersection(part.unused)
    count += part.identifiers.count - part.troubled.count
    identifiers += part.identifiers
    troubled += part.troubled
    addUses(part.uses)
    comparison.add(part.comparison)
    guard goesOn, let last = part.lastPlace else { return goesOn }
    return !rows.context.reportCount(identifiers.count, last, &reader)
  }

  private mutating func addUses(_ messages: [CampaignMessage]) {
    for message in messages where seen.insert(MediaUse(message)).inserted { uses.append(message) }
  }
}

/// Identifiers of several messages.
extension TableReading {
  /// The rows whose identifiers repeat in the table, or seem to. Only the rows give the details.
  package struct Doubled: Sendable {
    fileprivate var hashes: Set<Int>
    fileprivate var lines: Set<Int> = []

    package var isEmpty: Bool { hashes.isEmpty }

    /// The messages of such rows, each with its row's others.
    package func candidates(among messages: [CampaignMessage]) -> [CampaignMessage] {
      let lines = lines.union(messages.lazy.filter { hashes.contains($0.identifierHash) }.compactMap(\.origin.line))
      return messages.filter { lines.contains($0.origin.line ?? 0) }
    }
  }

  package mutating func doubledIdentifiers() -> Doubled {
    var sorted = identifiers
    // There may be many, so avoid a second copy.
    identifiers = []
    for message in entries.wrong { sorted.append(message.identifierHash) }
    var doubled = Doubled(hashes: MessageComparison.doubled(&sorted))
    doubled.lines = Set(doubled.candidates(among: troubled).compactMap(\.origin.line))
    return doubled
  }

  /// Refuses messages with equal identifiers. Returns the lines of their rows. `candidates`: all possible ones whose files exist.
  package mutating func refuseDuplicates(among candidates: [CampaignMessage], _ doubled: Doubled) -> Set<Int> {
    let all = (candidates + doubled.candidates(among: troubled)).sorted { $0.origin.line ?? 0 < $1.origin.line ?? 0 }
    let lines = entries.refuseDuplicates(among: all, &reader)
    guard !lines.isEmpty else { return [] }
    troubled.removeAll { lines.contains($0.origin.line ?? 0) }
    (count, uses, seen) = (0, [], [])
    return lines
  }

  /// Adds the remaining valid messages, once it is known which rows are refused because of others.
  package mutating func addRemaining(_ messages: [CampaignMessage]) {
    count += messages.count
    addUses(messages)
  }
}

/// Messages that repeat or replace others.
extension TableReading {
  package mutating func repeatedMessages() -> MessageComparison.Repeated { comparison.takeRepeated() }

  package mutating func report(_ repeated: [CampaignMessage]) { MessageComparison.report(repeated, &reader) }
}

/// The results.
extension TableReading {
  /// The lines of the table with problems; their records are needed again to find the places in them.
  package mutating func linesToLocate() -> Set<Int> {
    comparison.report(&reader)
    if count > 0 || !troubled.isEmpty || !entries.isEmpty || !table.reportNoRows(&reader) {
      table.reportUnused(unused, rows.columns, &reader)
    }
    return table.linesToLocate(reader)
  }

  /// The diagnostics of campaign.yml and all rows. Returns as in `CampaignReading`; and whether there are messages. `located`: the records
  /// of the lines with problems.
  package mutating func finish(
    _ located: [CSVRecords.Record]
  ) -> (isUsable: Bool, refused: [String], diagnostics: [Diagnostic]) {
    let errors = reader.diagnostics.count { $0.severity == .error }
    let isLost = count == 0 && troubled.isEmpty && !entries.refused.isEmpty
    table.locateCells(in: located, rows.columns.names, &reader)
    return (entries.errors == errors && !isLost && !reader.isFull, entries.refused, reader.sortedDiagnostics)
  }
}
