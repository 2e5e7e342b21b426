import Findings
import MediaFacts

/// The rows of messages.csv, each a message. Reads them independently, so that parts of the table can be read in parallel.
package struct TableRows: Sendable {
  let columns: TableColumns
  let context: CampaignContext
  /// The start of the first record.
  package let head: TableRange
  /// The start of rows.
  package let start: TableRange
  private let files: TableFiles?
  private let key: RecipeKey
  /// Which all parts share.
  private let recipes = KnownResults<[UInt8], MessageRecipe>()

  /// - Parameters:
  ///   - beginning: of the table, with its first record at least.
  ///   - files: looks up the files that rows name; nil to do that elsewhere.
  /// - Returns: nil if the first row cannot be used, which is reported.
  init?(_ beginning: [UInt8], _ context: CampaignContext, _ files: TableFiles?, _ reader: inout YAMLReader) {
    var records = CSVRecords(beginning).makeIterator()
    let first = records.next()
    guard let columns = Self.columns(of: first, beginning, &reader) else {
      let names = (first.flatMap { try? CSVCells($0).texts } ?? []).map(\.trimmed)
      reader.relocate(CellPlaces([first].compactMap(\.self)) { name, _ in names.firstIndex(of: name) }.place)
      return nil
    }
    var context = context
    context.isTable = true
    (self.columns, self.context, self.files) = (columns, context, files)
    (head, start) = (CSVRecords(beginning).range, records.rest)
    key = RecipeKey(columns, context)
  }

  private static func columns(
    of first: CSVRecords.Record?, _ beginning: [UInt8], _ reader: inout YAMLReader
  ) -> TableColumns? {
    let place = place(ofLine: 1)
    if let contents = ForeignContents(beginning) {
      reader.report(contents, of: place)
      return nil
    }
    guard let first else {
      return reader.fail(
        .campaignTable, place, "the file is empty", remedy: "write the names of the columns into its first line")
    }
    if first.isTooLong, first.isClosed {
      reader.reportTooLong(self.place(ofLine: first.line))
      return nil
    }
    var names: [String] = []
    do throws(CSVCells.RowError) { names = try CSVCells(first).texts } catch {
      reader.report(error, place)
      return nil
    }
    do throws(TableColumns.ColumnError) {
      let columns = try TableColumns(names, separator: first.separator)
      for error in columns.errors { reader.report(error, place) }
      return columns
    } catch {
      reader.report(error, place, remedy: remedy(namesBelow: first, beginning))
      return nil
    }
  }

  /// The remedy for titles and empty rows above the names of the columns.
  private static func remedy(namesBelow first: CSVRecords.Record, _ beginning: [UInt8]) -> String? {
    let found = CSVRecords(beginning).prefix(20).first { record in
      var record = record
      record.separator = CellSeparator(firstRow: record.bytes)
      return record.line > first.line && (try? CSVCells(record).texts).map(TableColumns.areNames) == true
    }
    return found.map { "delete the rows above line \($0.line), which names the columns" }
  }

  /// The files in the campaign folder; nil where they are looked up elsewhere.
  var paths: Set<String>? { files?.paths }

  /// What stands between the cells of the table.
  package var separator: CellSeparator { columns.separator }

  private static func place(ofLine line: Int) -> Diagnostic.Subject {
    .init(.configuration, Campaign.tableName, line: line)
  }

  /// Reads whole records.
  package func part(of bytes: [UInt8], _ range: TableRange) -> MessagePart {
    var part = MessagePart(of: columns, in: files)
    var last: RowKind?
    let isText = String(validating: bytes[range.bytes], as: UTF8.self).map { $0.unusableScalar == nil } ?? false
    for record in CSVRecords(bytes, in: range, separator: columns.separator) {
      guard record.isClosed else {
        // All following rows would be lost with it.
        part.lost = Self.place(ofLine: record.line)
        break
      }
      read(record, isText: isText, &last, into: &part)
      if part.isFull { break }
    }
    part.finish()
    return part
  }

  private func read(
    _ record: CSVRecords.Record, isText: Bool, _ last: inout RowKind?, into part: inout MessagePart
  ) {
    var reader = YAMLReader()
    guard let row = row(of: record, isText: isText, &reader) else {
      return part.add([], of: Self.place(ofLine: record.line), named: nil, reader.diagnostics)
    }
    var entry = MessageEntry(subject: row.subject, row: row)
    let recipe = recipe(of: row, &last, &entry, &reader, &part)
    let messages = recipe?.messages(&entry, &reader) ?? []
    if entry.isFull { context.reportFull(row.subject, &reader) }
    part.use(entry.usedNames)
    part.add(messages, of: row.subject, named: row.identifier, cellCount: row.cells.count, reader.diagnostics)
  }

  /// nil for an empty row, and for one that cannot be split into cells, which is reported.
  private func row(of record: CSVRecords.Record, isText: Bool, _ reader: inout YAMLReader) -> TableRow? {
    let place = Self.place(ofLine: record.line)
    guard !record.isTooLong else {
      reader.reportTooLong(place)
      return nil
    }
    let cells: CSVCells
    do throws(CSVCells.RowError) { cells = try CSVCells(record, isText: isText) } catch {
      reader.report(error, place)
      return nil
    }
    // Spreadsheets write a row of commas for each row once used.
    guard (0..<cells.count).contains(where: cells.isVisible) else { return nil }
    guard columns.fit(cells) else {
      reader.reportLength(cells.count, columns, place)
      return nil
    }
    if let column = columns.namelessColumn(holdingTextIn: cells) {
      reader.reportNameless(column, of: cells, at: place)
      return nil
    }
    return TableRow(columns: columns, cells: cells, subject: place)
  }

  /// The rows that one recipe reads, by their key.
  private typealias RowKind = (key: [UInt8], recipe: MessageRecipe)

  /// The recipe for rows of this kind; nil if the row is probably the rest of another and has no target, which is reported. `last`: the kind of
  /// the previous row, as most rows are.
  private func recipe(
    of row: TableRow, _ last: inout RowKind?, _ entry: inout MessageEntry, _ reader: inout YAMLReader,
    _ part: inout MessagePart
  ) -> MessageRecipe? {
    let key = key.make(of: row.cells)
    if let last, last.key == key { return last.recipe }
    if let known = recipes[key] {
      last = (key, known)
      return known
    }
    let own = row.layer(&reader)
    var layer = own.laid(over: context.defaults)
    part.use(layer.values.values.flatMap(\.placeholderNames))
    if !row.requireTarget(own, &reader) {
      guard !row.isShort else { return nil }
      layer[.target] = YAMLValue(.unusable, row.subject)
    }
    let recipe = MessageRecipe(of: layer, context, columns, &entry, &reader)
    // An error is reported for each row that has it, with its own place.
    guard reader.diagnostics.isEmpty, !entry.isFull else { return recipe }
    recipes[key] = recipe
    last = (key, recipe)
    return recipe
  }
}

/// Where the cells of some records are.
private struct CellPlaces {
  private let records: [Int: CSVRecords.Record]
  /// The number of the column that a path means.
  private let column: (String, CSVCells) -> Int?

  init(_ records: [CSVRecords.Record], column: @escaping (String, CSVCells) -> Int?) {
    self.records = Dictionary(records.map { ($0.line, $0) }) { first, _ in first }
    self.column = column
  }

  /// A place that has a row and a key, with the line and the column of the cell; the first cell for a key without one.
  func place(_ subject: Diagnostic.Subject) -> Diagnostic.Subject {
    guard subject.name == Campaign.tableName, let record = subject.line.flatMap({ records[$0] }) else { return subject }
    let cells = try? CSVCells(record)
    let cell = subject.keyPath.flatMap { key in cells.flatMap { column(key, $0) } }
    let place = record.place(ofCell: cell ?? 0)
    return subject.moved(line: place.line, column: place.column)
  }
}

/// Findings of the whole table.
extension TableRows {
  /// Problems so far have a row and a column. A cell's place in its line is looked up now, for the few that have one. `records`: of the lines
  /// with problems.
  func locate(_ records: [CSVRecords.Record], _ reader: inout YAMLReader, _ others: inout [Diagnostic]) {
    let cells = CellPlaces(records) { columns.column(of: $0, in: $1) }
    reader.relocate(cells.place)
    for index in others.indices { others[index].subject = cells.place(others[index].subject) }
  }

  /// An error for each file that a message names and the campaign folder has not.
  func missing(for messages: [CampaignMessage]) -> [Diagnostic] {
    files.map { Campaign(messages: messages).resolve(against: $0.paths, under: $0.profiles).diagnostics } ?? []
  }

  /// Reports a table whose rows gave no message, valid or refused. Returns whether it did.
  func reportNoRows(_ reader: inout YAMLReader) -> Bool {
    // An unclosed quote took all rows, and has been reported.
    guard !reader.isFull, !reader.diagnostics.contains(where: { $0.subject.name == Campaign.tableName }) else {
      return false
    }
    // A campaign without messages withdraws all requests, which a table never intends.
    reader.report(
      .campaignTable, Self.place(ofLine: 1),
      "no row has a message, so all requests of the campaign would be withdrawn",
      remedy: "write a row for each message below the names of the columns; `messages: []` in a campaign.yml without "
        + "\(Campaign.tableName) says that it has no messages, and `--withdraw-all` withdraws the requests")
    return true
  }

  /// A column that is never used is probably a key with a typing error. If the table has no other target, that is its only error.
  func reportUnused(_ unused: Set<String>, _ reader: inout YAMLReader) {
    for name in columns.names where unused.contains(name) {
      // Without the language: `bodi.en` means `body.en`.
      let key = String(name.prefix { $0 != "." })
      let nearest = TableColumns.key(called: key) ?? NearestName.find(key, among: TableColumns.known) ?? ""
      let isTarget =
        MessageFieldTable.targets.contains(nearest)
        && reader.withdraw(.campaignMissingTarget, inLine: 1, of: Campaign.tableName)
      let correction = "the nearest key is \((nearest + name.dropFirst(key.count)).quoted)"
      reader.report(
        .campaignUnusedColumn, Self.place(ofLine: 1).key(name),
        "no message has a key \(name.quoted), and no placeholder refers to the column"
          + (isTarget ? ", so that no message has a target" : ""),
        remedy: isTarget
          ? "correct the name: \(correction). For the target that pipeline.yml has under `defaults`, add a column `target` "
            + "with `default` in each row"
          : PlaceholderText.isName(name)
            ? "write `{{\(name)}}` where its values belong, or correct the name; \(correction)"
            : "correct the name; \(correction)")
    }
  }
}
