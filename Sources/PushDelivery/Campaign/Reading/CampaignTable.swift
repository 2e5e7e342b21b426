import Findings

/// messages.csv, whose rows are messages.
struct CampaignTable {
  let bytes: [UInt8]
  let file = Campaign.tableName

  /// One message for each row, and more where it has languages, variants or several targets. A row in which something is wrong
  /// is refused alone.
  func messages(_ context: CampaignContext, _ reader: inout YAMLReader) -> EntryMessages {
    var context = context
    context.isTable = true
    var rows = CSVRows(bytes)
    guard let columns = columns(rows.next(), place(ofLine: 1), &reader) else { return EntryMessages() }
    var unused = Set(columns.values.keys)
    var messages = EntryMessages(reserving: CSVRecords(bytes).reduce(0) { count, _ in count + 1 })
    for row in rows {
      guard !reader.isFull else { break }
      if case .error(.unclosedQuote, let line) = row {
        // All rows that follow would be lost with it.
        reader.report(.unclosedQuote, place(ofLine: line))
        break
      }
      let place = place(ofLine: row.line)
      messages.add(place, &reader) { reader, last in
        guard let row = self.row(row, columns, &reader) else { return (nil, []) }
        let layer = row.layer(&reader).laid(over: context.defaults)
        if !unused.isEmpty { unused.subtract(layer.values.values.flatMap(\.placeholderNames)) }
        guard row.requireTarget(layer, &reader) else { return (layer.identifier, []) }
        let expanded = MessageExpansion(context: context, row: row).messages(of: layer, &reader)
        return (layer.identifier, expanded.map { $0.sharing(last) })
      }
      if context.reportCount(messages.good.count, place, &reader) { break }
    }
    reportUnused(unused, columns, &reader)
    return messages
  }

  /// What is wrong with it whatever campaign.yml says, where that cannot be read: in its columns, its rows and their values.
  func errorsByItself() -> [Diagnostic] {
    var reader = YAMLReader()
    let context = CampaignContext(
      defaults: MessageLayer(subject: place(ofLine: 1)), pipelineDefaults: MessageDefaults(target: .topic("any")))
    var messages = messages(context, &reader)
    messages.refuseDuplicates(&reader)
    locateCells(&reader)
    let unknown = [Incident.campaignMissingTarget, .campaignUnusedColumn, .campaignPlaceholder].map(\.id)
    return reader.sortedDiagnostics.filter { !unknown.contains($0.rule) }
  }

  private func place(ofLine line: Int) -> Diagnostic.Subject { .init(.configuration, file, line: line) }

  /// Problems know their row and column so far. Where a cell stands in its line is looked up only now, for the few that have
  /// one.
  func locateCells(_ reader: inout YAMLReader) {
    let wanted = Set(reader.diagnostics.filter { $0.subject.name == file }.compactMap(\.subject.line))
    guard !wanted.isEmpty else { return }
    let names: [String] = if case .fields(let fields, _)? = Array(CSVRows(bytes).prefix(1)).first { fields } else { [] }
    let found = Dictionary(
      CSVRecords(bytes).lazy.filter { wanted.contains($0.line) }.map { ($0.line, $0) }
    ) { first, _ in first }
    reader.relocate { subject in
      guard subject.name == file, let record = subject.line.flatMap({ found[$0] }) else { return subject }
      let cell = names.firstIndex { $0.trimmingSpaces == subject.keyPath } ?? 0
      let (line, column) = record.place(ofCell: cell)
      return subject.moved(line: line, column: column)
    }
  }

  private func row(_ row: CSVRows.Row, _ columns: TableColumns, _ reader: inout YAMLReader) -> TableRow? {
    let subject = place(ofLine: row.line)
    switch row {
    // A line with nothing in it.
    case .fields([""], _) where columns.names.count > 1: return nil
    case .fields(let fields, _):
      guard fields.count == columns.names.count else {
        reader.reportLength(fields.count, columns.names.count, subject)
        return nil
      }
      return TableRow(columns: columns, fields: fields, subject: subject)
    case .error(let error, _):
      reader.report(error, subject)
      return nil
    }
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
    reader.report(
      .campaignMissingTarget, subject.key(MessageKey.target.name), "the row does not say whom it goes to",
      remedy: "fill in one of `topic`, `token`, `fid` and `condition`, or write `default` into a column `target`")
    return false
  }
}

/// The first row.
extension CampaignTable {
  private func columns(
    _ row: CSVRows.Row?, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader
  ) -> TableColumns? {
    switch row {
    case .fields(let names, _):
      do throws(TableColumns.ColumnError) {
        return try TableColumns(names.map { $0.trimmingSpaces })
      } catch {
        reader.report(error, names, subject)
      }
    case .error(let error, _): reader.report(error, subject)
    case nil:
      reader.report(
        .campaignTable, subject, "the file is empty", remedy: "write the names of the columns into its first line")
    }
    return nil
  }

  /// A column that nothing refers to is probably a key with a typing error.
  private func reportUnused(_ unused: Set<String>, _ columns: TableColumns, _ reader: inout YAMLReader) {
    let known = (MessageKey.names + TableColumns.targetKeys).sorted()
    for name in columns.names where unused.contains(name) {
      let nearest = NearestName.find(name, among: known) ?? ""
      reader.report(
        Diagnostic(
          .campaignUnusedColumn, .init(.configuration, file, line: 1, keyPath: name),
          "no message has a key \(name.quoted), and no placeholder refers to the column",
          remedy: PlaceholderText.isName(name)
            ? "write `{{\(name)}}` where its values belong, or correct the name; the nearest key is \(nearest.quoted)"
            : "correct the name; the nearest key is \(nearest.quoted)"))
    }
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

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
