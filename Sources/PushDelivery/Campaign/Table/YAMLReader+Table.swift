import Findings

/// The messages of a table.
extension YAMLReader {
  /// One message for each row of messages.csv, and more where it has languages, variants or several targets.
  mutating func messages(ofTable bytes: [UInt8], file: String, _ context: CampaignContext) -> [CampaignMessage] {
    var rows = CSVRows(bytes)
    guard let columns = columns(rows.next(), .init(.configuration, file, line: 1)) else { return [] }
    var unused = Set(columns.values.keys)
    var messages: [CampaignMessage] = []
    // A table may have a million rows, and an array that grows takes twice its size.
    messages.reserveCapacity(min(CSVRecords(bytes).reduce(0) { count, _ in count + 1 }, Campaign.maximumMessages))
    for row in rows {
      guard !isFull else { break }
      guard let row = self.row(row, columns, file) else { continue }
      let layer = row.layer.laid(over: context.defaults)
      if !unused.isEmpty { unused.subtract(layer.values.values.flatMap(\.placeholderNames)) }
      for message in self.messages(of: layer, context, row: row) { messages.append(message.sharing(messages.last)) }
      if reportCount(messages.count, row.subject) { break }
    }
    reportUnused(unused, columns, file)
    return messages
  }

  /// Problems know their row and column so far. Where a cell stands in its line is looked up only now, for the few that have
  /// one.
  mutating func locateCells(of bytes: [UInt8], _ file: String) {
    let wanted = Set(diagnostics.filter { $0.subject.name == file }.compactMap(\.subject.line))
    guard !wanted.isEmpty else { return }
    let names: [String] = if case .fields(let fields, _)? = Array(CSVRows(bytes).prefix(1)).first { fields } else { [] }
    let found = Dictionary(
      CSVRecords(bytes).lazy.filter { wanted.contains($0.line) }.map { ($0.line, $0) }
    ) { first, _ in first }
    relocate { subject in
      guard subject.name == file, let record = subject.line.flatMap({ found[$0] }) else { return subject }
      let cell = names.firstIndex { $0.trimmingSpaces == subject.keyPath } ?? 0
      let (line, column) = record.place(ofCell: cell)
      return subject.moved(line: line, column: column)
    }
  }

  private mutating func row(_ row: CSVRows.Row, _ columns: TableColumns, _ file: String) -> TableRow? {
    switch row {
    // A line with nothing in it.
    case .fields([""], _) where columns.names.count > 1: return nil
    case .fields(let fields, let line):
      let subject = Diagnostic.Subject(.configuration, file, line: line)
      guard fields.count == columns.names.count else {
        reportLength(fields.count, columns.names.count, subject)
        return nil
      }
      return TableRow(columns: columns, fields: fields, subject: subject)
    case .problem(let problem, let line):
      report(problem, .init(.configuration, file, line: line))
      return nil
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

/// The first row.
extension YAMLReader {
  private mutating func columns(_ row: CSVRows.Row?, _ subject: Diagnostic.Subject) -> TableColumns? {
    switch row {
    case .fields(let names, _):
      do throws(TableColumns.ColumnError) {
        return try TableColumns(names.map { $0.trimmingSpaces })
      } catch {
        report(error, names, subject)
      }
    case .problem(let problem, _): report(problem, subject)
    case nil:
      report(
        .campaignTable, subject, "the file is empty", remedy: "write the names of the columns into its first line")
    }
    return nil
  }

  private mutating func report(
    _ problem: TableColumns.ColumnError, _ names: [String], _ subject: Diagnostic.Subject
  ) {
    if names.count == 1, let separator = [";", "\t"].first(where: { names[0].contains($0) }) {
      return report(
        .campaignTable, subject, "its columns are separated by \(separator == ";" ? "semicolons" : "tabs")",
        remedy: "save it with commas: CSV UTF-8 in spreadsheets")
    }
    report(.campaignTable, subject.key(problem.column), problem.message, remedy: problem.remedy)
  }

  /// A column that nothing refers to is probably a key with a typing error.
  private mutating func reportUnused(_ unused: Set<String>, _ columns: TableColumns, _ file: String) {
    let known = (MessageKey.allCases.map(\.rawValue) + TableColumns.targetKeys).sorted()
    for name in columns.names where unused.contains(name) {
      let nearest = NearestName.find(name, among: known) ?? ""
      report(
        Diagnostic(
          .campaignUnusedColumn, .init(.configuration, file, line: 1, keyPath: name),
          "no message has a key \(name.quoted), and no placeholder refers to the column",
          remedy: PlaceholderText.isName(name)
            ? "write `{{\(name)}}` where its values belong, or correct the name; the nearest key is \(nearest.quoted)"
            : "correct the name; the nearest key is \(nearest.quoted)"))
    }
  }
}

/// What is wrong with a row.
extension YAMLReader {
  private mutating func reportLength(_ count: Int, _ expected: Int, _ subject: Diagnostic.Subject) {
    report(
      .campaignTable, subject,
      "the row has \(count) \(count == 1 ? "cell" : "cells"), and the first row names \(expected)",
      remedy: count > expected
        ? "put cells with commas in them in quotes, or delete a comma" : "add commas for the cells that are empty")
  }

  private mutating func report(_ problem: CSVRows.RowError, _ subject: Diagnostic.Subject) {
    switch problem {
    case .unclosedQuote:
      report(
        .campaignTable, subject, "a quote of this row is not closed, so all that follows would belong to its cell",
        remedy: "close it; a quote inside a cell is written twice, as in \"5\"\" nails\"")
    case .quotes:
      report(
        .campaignTable, subject, "the quotes in this row cannot be read",
        remedy: "put the whole cell in quotes, and write those inside it twice, as in \"5\"\" nails\"")
    case .encoding:
      report(
        .campaignTable, subject, "the row is not UTF-8, so its letters are not known",
        remedy: "save the file as UTF-8")
    }
  }
}

extension TableColumns.ColumnError {
  /// The column that it is about, as key paths name it.
  fileprivate var column: String {
    switch self {
    case .empty: "-"
    case .twice(let name), .both(let name, _), .forbidden(let name): name
    case .missingIdentifier: MessageKey.id.rawValue
    }
  }

  fileprivate var message: String {
    switch self {
    case .empty(let column): "column \(column + 1) has no name"
    case .twice(let name): "two columns have the name \(name.quoted), so one of them would be lost"
    case .both(let name, let other): "\(name.quoted) and \(other.quoted) say the same, so one of them would be lost"
    case .forbidden(let name): "\(name.quoted) cannot be a column"
    case .missingIdentifier: "there is no column `id`, and it names the request files"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .empty: "give it a name, or delete it"
    case .twice, .both: "keep one of them"
    case .forbidden:
      "write the key under `defaults` in campaign.yml, with placeholders such as `{{name}}` for what differs; targets are "
        + "the columns `topic`, `token`, `fid` and `condition`, data `data.NAME`"
    case .missingIdentifier: "add one: letters, digits, `.`, `_` and `-`, different in each row"
    }
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
