import Findings

/// messages.csv, whose rows are messages.
struct CampaignTable {
  let bytes: [UInt8]
  let file = Campaign.tableName

  /// One message for each row, or more with languages, variants or several targets. A row with an error is refused without the others.
  func messages(_ context: CampaignContext, _ reader: inout YAMLReader) -> EntryMessages {
    var records = CSVRecords(bytes).makeIterator()
    guard let columns = columns(of: records.next(), &reader) else { return EntryMessages() }
    let rows = TableRows(columns, context)
    var (messages, unused) = (EntryMessages(), Set(columns.values.keys))
    for range in TableRange.parts(of: bytes, records.rest) {
      let part = rows.part(of: bytes, range)
      unused.formIntersection(part.unused)
      guard messages.add(part, &reader) else { break }
      if let last = part.lastPlace, rows.context.reportCount(messages.good.count, last, &reader) { break }
    }
    if messages.isEmpty, reportNoRows(&reader) { return messages }
    reportUnused(unused, columns, &reader)
    return messages
  }

  /// Errors that do not depend on campaign.yml, if that cannot be read: in the table's columns, rows and values.
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

  func place(ofLine line: Int) -> Diagnostic.Subject { .init(.configuration, file, line: line) }

  /// Problems so far have a row and a column. A cell's place in its line is looked up now, for the few that have one.
  func locateCells(_ reader: inout YAMLReader) {
    let wanted = linesToLocate(reader)
    guard !wanted.isEmpty else { return }
    let names: [String] =
      if case .fields(let fields, _)? = Array(CSVRows(bytes).prefix(1)).first { fields } else { [] }
    locateCells(
      in: CSVRecords(bytes).filter { wanted.contains($0.line) }, names.map(\.trimmed),
      &reader)
  }

  /// The lines of problems that so far have only a row.
  func linesToLocate(_ reader: YAMLReader) -> Set<Int> {
    Set(reader.diagnostics.filter { $0.subject.name == file }.compactMap(\.subject.line))
  }

  /// - Parameters:
  ///   - records: of the lines with problems.
  ///   - names: the names of the columns.
  func locateCells(in records: [CSVRecords.Record], _ names: [String], _ reader: inout YAMLReader) {
    let found = Dictionary(records.map { ($0.line, $0) }) { first, _ in first }
    reader.relocate { subject in
      guard subject.name == file, let record = subject.line.flatMap({ found[$0] }) else {
        return subject
      }
      let (line, column) = record.place(ofCell: names.firstIndex { $0 == subject.keyPath } ?? 0)
      return subject.moved(line: line, column: column)
    }
  }
}

/// The first row.
extension CampaignTable {
  private func columns(of record: CSVRecords.Record?, _ reader: inout YAMLReader) -> TableColumns? {
    if let record, record.isTooLong, record.isClosed, ForeignContents(bytes) == nil {
      reader.reportTooLong(place(ofLine: record.line))
      return nil
    }
    return columns(record.map(CSVRows.row), place(ofLine: 1), &reader)
  }

  func columns(
    _ row: CSVRows.Row?, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader
  ) -> TableColumns? {
    if let contents = ForeignContents(bytes) {
      reader.report(contents, of: subject)
      return nil
    }
    switch row {
    case .fields(let names, _):
      do throws(TableColumns.ColumnError) {
        return try TableColumns(names, separator: CSVRecords(bytes).separator)
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

  /// Reports a table whose rows gave no message, valid or refused.
  ///
  /// - Returns: whether it did.
  func reportNoRows(_ reader: inout YAMLReader) -> Bool {
    // An unclosed quote took all rows, and has been reported.
    guard !reader.isFull, !reader.diagnostics.contains(where: { $0.subject.name == file }) else { return false }
    reader.reportNoMessage(place(ofLine: 1))
    return true
  }

  /// The key that people call so, or itself; nil for any other name.
  static func key(called name: String) -> String? {
    let name = name.lowercased()
    return known.contains(name) ? name : meant[name]
  }

  private static let known = (MessageKey.names + MessageFieldTable.targets).sorted()
  private static let meant = Dictionary(WordTable.leftovers.rows("column").map { ($0[0], $0[1]) }) { first, _ in first }

  /// For a column that people call so, and that is probably the missing target.
  static func remedy(ofTargetCalled name: String) -> String? {
    key(called: name).flatMap { key in
      MessageFieldTable.targets.contains(key) && key != name ? "call the column \(name.quoted) \(key.quoted)" : nil
    }
  }

  /// A column that is never used is probably a key with a typing error.
  func reportUnused(_ unused: Set<String>, _ columns: TableColumns, _ reader: inout YAMLReader) {
    let lacksTarget = reader.diagnostics.contains {
      $0.rule == Incident.campaignMissingTarget.id && $0.subject.line == 1
    }
    for name in columns.names where unused.contains(name) && !(lacksTarget && Self.remedy(ofTargetCalled: name) != nil)
    {
      let nearest = Self.key(called: name) ?? NearestName.find(name, among: Self.known) ?? ""
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
