import Findings

/// Reads the rows of a table, each by itself, so that parts of a table can be read beside each other.
struct TableRows: Sendable {
  let columns: TableColumns
  let context: CampaignContext
  private let file: String

  init(_ columns: TableColumns, _ context: CampaignContext, file: String) {
    (self.columns, self.file, self.context) = (columns, file, context.ofTable)
  }

  /// Reads whole records.
  ///
  /// - Parameter kinds: what is known of the table's rows, and then what these rows have told besides.
  func part(of bytes: [UInt8], _ range: TableRange, _ kinds: inout RowKinds) -> TablePart {
    var part = TablePart(unused: Set(columns.values.keys))
    let isText = String(validating: bytes[range.bytes], as: UTF8.self).map { $0.unusableScalar == nil } ?? false
    for record in CSVRecords(bytes, in: range) {
      let place = place(ofLine: record.line)
      let cells = record.isTooLong ? nil : try? CSVCells(record, isText: isText)
      if let message = cells.flatMap({ kinds.message(of: $0, at: place, &part.unused) }) {
        part.add(.message(message))
      } else {
        let last = part.last
        let row = outcome(of: record, cells, at: place, &part.unused, last: last, &kinds)
        part.add(row)
      }
    }
    return part
  }

  private func outcome(
    of record: CSVRecords.Record, _ cells: CSVCells?, at place: Diagnostic.Subject, _ unused: inout Set<String>,
    last: CampaignMessage?, _ kinds: inout RowKinds
  ) -> TablePart.Row {
    var reader = YAMLReader()
    let read = read(record, cells, at: place, &reader, &unused)
    guard reader.diagnostics.isEmpty else { return .doubtful(record) }
    if let cells, let row = read.row, let layer = read.layer { kinds.learn(cells, row, layer, read.messages, context) }
    let messages = read.messages.map { $0.sharing(last) }
    return messages.count == 1 ? .message(messages[0]) : .messages(messages)
  }

  /// Where the row stands that begins with a line.
  func place(ofLine line: Int) -> Diagnostic.Subject { .init(.configuration, file, line: line) }

  /// What one row says.
  struct Reading {
    var row: TableRow?
    /// Over the defaults.
    var layer: MessageLayer?
    var messages: [CampaignMessage] = []
  }

  /// Reads one row with care, and reports what is wrong with it.
  ///
  /// - Parameters:
  ///   - cells: its cells, where they are known.
  ///   - unused: loses the names of the columns that texts of the row refer to.
  func read(
    _ record: CSVRecords.Record, _ cells: CSVCells? = nil, at place: Diagnostic.Subject, _ reader: inout YAMLReader,
    _ unused: inout Set<String>
  ) -> Reading {
    guard !record.isTooLong || !record.isClosed else {
      reader.reportTooLong(place)
      return Reading()
    }
    let found = cells.map { CSVRows.Row.fields($0.texts, line: record.line) } ?? CSVRows.row(of: record)
    guard let row = row(found, at: place, &reader) else { return Reading() }
    let layer = row.layer(&reader).laid(over: context.defaults)
    if !unused.isEmpty { unused.subtract(layer.values.values.flatMap(\.placeholderNames)) }
    guard row.requireTarget(layer, &reader) else { return Reading(row: row, layer: layer) }
    var expansion = MessageExpansion(context: context, row: row)
    let messages = expansion.messages(of: layer, &reader)
    if expansion.isFull { context.reportFull(place, &reader) }
    return Reading(row: row, layer: layer, messages: messages)
  }

  private func row(_ row: CSVRows.Row, at place: Diagnostic.Subject, _ reader: inout YAMLReader) -> TableRow? {
    switch row {
    // Spreadsheets write a row of commas for each that was used once.
    case .fields(let fields, _) where !fields.contains(where: \.isVisible): return nil
    case .fields(let fields, _):
      guard columns.fit(fields) else {
        reader.reportLength(fields, columns.width, place)
        return nil
      }
      if let column = columns.namelessColumn(holdingTextIn: fields) {
        reader.reportNameless(column, of: fields, at: place)
        return nil
      }
      return TableRow(columns: columns, fields: fields, subject: place)
    case .error(let error, _):
      reader.report(error, place)
      return nil
    }
  }
}

/// What was read of whole records.
struct TablePart: Sendable {
  enum Row: Sendable {
    case message(CampaignMessage)
    /// None for a line with nothing in it.
    case messages([CampaignMessage])
    /// Something is to be told of it.
    case doubtful(CSVRecords.Record)
  }

  private(set) var rows: [Row] = []
  /// The columns of values to which nothing in these rows refers.
  var unused: Set<String>
  private(set) var last: CampaignMessage?

  init(unused: Set<String>) { self.unused = unused }

  mutating func add(_ row: Row) {
    rows.append(row)
    switch row {
    case .message(let message): last = message
    case .messages(let messages): last = messages.last ?? last
    case .doubtful: break
    }
  }
}

/// Puts the parts of a table together again, in their order.
struct TableMerge {
  private let rows: TableRows
  private(set) var messages: EntryMessages
  /// The columns of values to which nothing refers so far.
  private(set) var unused: Set<String>

  /// - Parameter count: how many messages there are going to be, if each row is one.
  init(_ rows: TableRows, expecting count: Int) {
    self.rows = rows
    messages = EntryMessages(reserving: count)
    unused = Set(rows.columns.values.keys)
  }

  /// - Returns: whether it is of any use to read on.
  mutating func add(_ part: TablePart, _ reader: inout YAMLReader) -> Bool {
    unused.formIntersection(part.unused)
    for row in part.rows {
      guard !reader.isFull else { return false }
      switch row {
      case .message(let message): messages.add(good: [message])
      case .messages(let several): messages.add(good: several)
      case .doubtful(let record): guard add(record, &reader) else { return false }
      }
      // A line with nothing in it adds none.
      guard let last = messages.good.last else { continue }
      if rows.context.reportCount(messages.good.count, last.origin, &reader) { return false }
    }
    return true
  }

  private mutating func add(_ record: CSVRecords.Record, _ reader: inout YAMLReader) -> Bool {
    let (rows, place) = (rows, rows.place(ofLine: record.line))
    var unused = unused
    defer { self.unused = unused }
    guard record.isClosed else {
      // All rows that follow would be lost with it.
      reader.report(.unclosedQuote, place)
      return false
    }
    messages.add(place, &reader) { reader, last in
      let read = rows.read(record, at: place, &reader, &unused)
      return (read.layer?.identifier, read.messages.map { $0.sharing(last) })
    }
    return true
  }
}

/// Targets.
extension TableRow {
  /// What the row says of its message.
  fileprivate func layer(_ reader: inout YAMLReader) -> MessageLayer {
    var layer = layer
    guard let wish = defaultTarget else { return layer }
    if layer[.target] != nil {
      reader.refuse(wish, because: "the row names a target of its own", use: "an empty cell")
    }
    layer[.target] = layer[.target] ?? wish
    return layer
  }

  /// Whether the row says whom it goes to, where the table has targets. An empty cell is a slip more often than a wish, so that the
  /// default target has to be asked for.
  fileprivate func requireTarget(_ layer: MessageLayer, _ reader: inout YAMLReader) -> Bool {
    guard columns.haveTarget, self.layer[.target] == nil, defaultTarget == nil else { return true }
    let isShort = cellCount < columns.names.count
    reader.report(
      .campaignMissingTarget, subject.key(MessageKey.target.name),
      isShort
        ? "the row has \(cellCount == 1 ? "1 cell" : "\(cellCount) cells") for \(columns.names.count) columns, and does "
          + "not say whom it goes to"
        : "the row does not say whom it goes to",
      remedy: (isShort ? "look for a comma or a quote that is missing; " : "")
        + "fill in one of `topic`, `token`, `fid` and `condition`, or write `default` into a column `target`")
    return false
  }
}

extension CampaignMessage {
  /// The same message. What it has in common with another takes up memory once: most rows differ in a few cells.
  fileprivate func sharing(_ other: CampaignMessage?) -> CampaignMessage {
    guard let other else { return self }
    var message = self
    if media == other.media { message.media = other.media }
    if title == other.title { message.title = other.title }
    if body == other.body { message.body = other.body }
    if link == other.link { message.link = other.link }
    if platforms == other.platforms { message.platforms = other.platforms }
    if options == other.options { message.options = other.options }
    if options.data == other.options.data { message.options.data = other.options.data }
    if overrides == other.overrides { message.overrides = other.overrides }
    return message
  }
}
