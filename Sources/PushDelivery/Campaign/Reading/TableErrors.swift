import Findings

/// What is wrong with a table.
extension YAMLReader {
  mutating func report(
    _ error: TableColumns.ColumnError, _ names: [String], _ subject: Diagnostic.Subject
  ) {
    if names.count == 1, let separator = [";", "\t"].first(where: { names[0].contains($0) }) {
      return report(
        .campaignTable, subject, "its columns are separated by \(separator == ";" ? "semicolons" : "tabs")",
        remedy: "save it with commas: CSV UTF-8 in spreadsheets")
    }
    report(.campaignTable, subject.key(error.column), error.message, remedy: error.remedy)
  }

  mutating func reportLength(_ count: Int, _ expected: Int, _ subject: Diagnostic.Subject) {
    report(
      .campaignTable, subject,
      "the row has \(count) \(count == 1 ? "cell" : "cells"), and the first row names \(expected)",
      remedy: count > expected
        ? "put cells with commas in them in quotes, or delete a comma" : "add commas for the cells that are empty")
  }

  /// A row that nobody means: most are a whole table to which a cell has come that is closed far below, or with other line breaks.
  mutating func reportTooLong(_ subject: Diagnostic.Subject) {
    report(
      .campaignTable, subject,
      "the row has more than \(CSVRecords.Record.longest) bytes, and a message has room for 4,096",
      remedy:
        "look for a quote that is closed many lines below; save a table whose lines end in bare carriage returns as "
        + "CSV UTF-8 again")
  }

  mutating func report(_ error: CSVRows.RowError, _ subject: Diagnostic.Subject) {
    switch error {
    case .unclosedQuote:
      report(
        .campaignTable, subject, "a quote of this row is not closed, so all that follows would belong to its cell",
        remedy: "close it; a quote inside a cell is written twice, as in \"5\"\" nails\"")
    case .quotes:
      report(
        .campaignTable, subject, "the quotes in this row cannot be read",
        remedy: "put the whole cell in quotes, and write those inside it twice, as in \"5\"\" nails\"")
    case .carriageReturn:
      report(
        .campaignTable, subject,
        "a carriage return stands in this row without a line feed, where a line may be meant to end",
        remedy: "save the file with line feeds (LF or CRLF), or put the cell in quotes")
    case .character(let scalar):
      report(
        .campaignTable, subject, "a cell of this row holds \(scalar.codePoint), \(String.unusableReason)",
        remedy: "delete the character; programs that export tables leave it where a value was binary")
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
    case .missingIdentifier, .tooMany: MessageKey.id.name
    }
  }

  fileprivate var message: String {
    switch self {
    case .empty(let column): "column \(column + 1) has no name"
    case .twice(let name): "two columns have the name \(name.quoted), so one of them would be lost"
    case .both(let name, let other): "\(name.quoted) and \(other.quoted) say the same, so one of them would be lost"
    case .forbidden(let name): "\(name.quoted) cannot be a column"
    case .missingIdentifier: "there is no column `id`, and it names the request files"
    case .tooMany(let count):
      "the first row names \(count) columns, and a table has at most \(TableColumns.mostColumns): a message has room for "
        + "4,096 bytes, which so many values do not fit into"
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .empty: "give it a name, or delete it"
    case .twice, .both: "keep one of them"
    case .forbidden:
      "write the key under `defaults` in campaign.yml, with placeholders such as `{{name}}` for what differs; targets are "
        + "the columns `topic`, `token`, `fid` and `condition`, data `data.NAME`"
    case .tooMany:
      "delete the columns that no message needs, or turn the table if its messages stand in columns: each row is one"
    case .missingIdentifier: "add one: letters, digits, `.`, `_` and `-`, different in each row"
    }
  }
}
