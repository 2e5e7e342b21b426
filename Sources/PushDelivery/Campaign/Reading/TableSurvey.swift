package import Findings

/// A table that is gone through once, part after part, so that what is wrong with it and what it wants of the campaign's files is known
/// before anything is made. Of its messages nothing is kept but a hash of each identifier.
package struct TableSurvey {
  /// What reads the rows, here and later.
  package let rows: SharedRows
  /// Where the first record begins.
  package let head: TableRange
  /// Where the rows begin.
  package let start: TableRange
  /// How many messages are good.
  package private(set) var count = 0
  /// One message for each way in which files are used, in the order of the table.
  package private(set) var uses: [CampaignMessage] = []
  /// Messages whose files are missing, or cut otherwise than they ask.
  package private(set) var troubled: [CampaignMessage] = []
  private var seen: Set<MediaUse> = []
  private var entries = EntryMessages()
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
  ///   - defaults: where the target of a message comes from that names none.
  /// - Returns: nil where something is wrong that concerns all messages, or campaign.yml has messages of its own.
  package init?(_ text: String, file: String, beginning: [UInt8], defaults: MessageDefaults) {
    guard let root = YAMLDocument.root(of: text, file: file).value else { return nil }
    var reader = YAMLReader()
    table = CampaignTable(bytes: beginning)
    head = CSVRecords(beginning).range
    var records = CSVRecords(beginning).makeIterator()
    guard let context = Campaign.contextOfTable(root, defaults: defaults, &reader),
      let first = records.next(), first.isClosed, !first.isTooLong,
      let columns = table.columns(
        CSVRows.row(of: first), .init(.configuration, Campaign.tableName, line: 1), &reader)
    else { return nil }
    rows = SharedRows(TableRows(columns, context, file: Campaign.tableName))
    start = records.rest
    unused = Set(columns.values.keys)
    self.reader = reader
  }

  /// What is to be told of some rows.
  package struct Part: Sendable {
    fileprivate var identifiers: [Int] = []
    fileprivate var uses: [(use: MediaUse, message: CampaignMessage)] = []
    fileprivate var troubled: [CampaignMessage] = []
    fileprivate var doubtful: [CSVRecords.Record] = []
    fileprivate var unused: Set<String> = []
    /// Where the last good message stands.
    fileprivate var last: Diagnostic.Subject?
    private var seen: Set<MediaUse> = []

    fileprivate init() {}

    fileprivate mutating func add(_ message: CampaignMessage, _ files: inout TableFiles) {
      identifiers.append(message.id.lowercased().hashValue)
      last = message.origin
      guard let resolved = files.resolve(message) else { return troubled.append(message) }
      let use = MediaUse(resolved)
      if seen.insert(use).inserted { uses.append((use, resolved)) }
    }
  }

  /// Looks at whole records.
  ///
  /// - Parameters:
  ///   - files: looks up the files that they name.
  ///   - skipped: the lines of rows that are refused for what stands in others.
  package static func part(
    _ rows: SharedRows, of bytes: [UInt8], _ range: TableRange, in files: TableFiles,
    without skipped: Set<Int> = []
  ) -> Part {
    var (part, files) = (Part(), files)
    let read = rows.part(of: bytes, range)
    part.unused = read.unused
    for row in read.rows {
      switch row {
      case .message(let message):
        if !skipped.contains(message.origin.line ?? 0) { part.add(message, &files) }
      case .messages(let messages):
        for message in messages where !skipped.contains(message.origin.line ?? 0) {
          part.add(message, &files)
        }
      case .doubtful(let record): part.doubtful.append(record)
      }
    }
    return part
  }

  /// Makes room for about as many messages at once. An array that grows takes up to three times its size.
  package mutating func expect(_ count: Int) {
    identifiers.reserveCapacity(min(count, Campaign.maximumRows))
  }

  /// Adds what was found in the records that follow.
  ///
  /// - Returns: whether it is of any use to read on.
  package mutating func add(_ part: Part, in files: TableFiles) -> Bool {
    guard !reader.isFull else { return false }
    var (part, files) = (part, files)
    unused.formIntersection(part.unused)
    for record in part.doubtful {
      guard !reader.isFull else { return false }
      guard add(record, to: &part, &files) else { return false }
    }
    count += part.identifiers.count
    identifiers += part.identifiers
    troubled += part.troubled
    for (use, message) in part.uses where seen.insert(use).inserted { uses.append(message) }
    guard let last = part.last else { return true }
    return !rows.rows.context.reportCount(count, last, &reader)
  }

  private mutating func add(
    _ record: CSVRecords.Record, to part: inout Part, _ files: inout TableFiles
  ) -> Bool {
    let (rows, place) = (rows.rows, rows.rows.place(ofLine: record.line))
    guard record.isClosed else {
      // All rows that follow would be lost with it.
      reader.report(.unclosedQuote, place)
      return false
    }
    var unused = part.unused
    entries.add(place, &reader) { reader, _ in
      let read = rows.read(record, at: place, &reader, &unused)
      return (read.layer?.identifier, read.messages)
    }
    self.unused.formIntersection(unused)
    for message in entries.takeGood() { part.add(message, &files) }
    return true
  }
}

/// Identifiers that several messages have.
extension TableSurvey {
  /// The hashes of identifiers that stand in the table several times, or look so. What they are is told by the rows alone.
  package mutating func doubledIdentifiers() -> Set<Int> {
    var sorted = identifiers
    // There may be many, so that there are never two copies.
    identifiers = []
    for message in entries.wrong { sorted.append(message.id.lowercased().hashValue) }
    sorted.sort()
    return Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }

  /// The messages of whole records of which one has such an identifier, each with its row's others.
  package static func doubled(
    _ rows: SharedRows, of bytes: [UInt8], _ range: TableRange, among hashes: Set<Int>
  ) -> [CampaignMessage] {
    rows.rowsOfMessages(of: bytes, range).filter { messages in
      messages.contains { hashes.contains($0.id.lowercased().hashValue) }
    }.flatMap(\.self)
  }

  /// Refuses the messages that have their identifiers in common.
  ///
  /// - Parameter candidates: all that look so.
  /// - Returns: the lines of their rows.
  package mutating func refuseDuplicates(among candidates: [CampaignMessage]) -> Set<Int> {
    entries.add(good: candidates)
    entries.refuseDuplicates(&reader)
    let kept = Set(entries.takeGood().map(\.origin))
    return Set(candidates.map(\.origin).filter { !kept.contains($0) }.compactMap(\.line))
  }

  /// Begins anew with what the rows want of files, once it is known which of them are refused. What is wrong has been told.
  package mutating func forgetUses() { (count, uses, troubled, seen) = (0, [], [], []) }

  /// Adds what is wanted by the records that follow.
  package mutating func addUses(_ part: Part) {
    count += part.identifiers.count
    troubled += part.troubled
    for (use, message) in part.uses where seen.insert(use).inserted { uses.append(message) }
  }
}

/// What was found.
extension TableSurvey {
  /// The lines of the table that have problems, of which the records are wanted once more to tell where in them they stand.
  package mutating func linesToLocate() -> Set<Int> {
    if count > 0 || !entries.isEmpty || !table.reportNoRows(&reader) {
      table.reportUnused(unused, rows.rows.columns, &reader)
    }
    return table.linesToLocate(reader)
  }

  /// What there is to say of campaign.yml and all rows.
  ///
  /// - Parameter located: the records of the lines with problems.
  /// - Returns: as `CampaignReading` has it; and whether there are messages at all.
  package mutating func finish(
    _ located: [CSVRecords.Record]
  ) -> (isUsable: Bool, refused: [String], diagnostics: [Diagnostic]) {
    let errors = reader.diagnostics.count { $0.severity == .error }
    let isLost = count == 0 && !entries.refused.isEmpty
    table.locateCells(in: located, rows.rows.columns.names, &reader)
    return (
      entries.errors == errors && !isLost && !reader.isFull, entries.refused,
      reader.sortedDiagnostics
    )
  }
}
