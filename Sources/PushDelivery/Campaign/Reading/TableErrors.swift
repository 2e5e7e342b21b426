import Findings

/// Errors of a table.
extension YAMLReader {
  mutating func report(_ contents: ForeignContents, of subject: Diagnostic.Subject) {
    report(ErrorWords("row", "foreign", [contents.name]), subject)
  }

  /// Reports a cell in a column without a name. It may be anything, even a target, so the table is not used. For each such column it
  /// reports the first row.
  mutating func reportNameless(_ column: Int, of cells: CSVCells, at place: Diagnostic.Subject) {
    report(
      .campaignTable, place.moved(line: 1, column: 1).key("column \(column + 1)"),
      "column \(column + 1) has no name, and cells below hold something, first in line \(place.line ?? 1): "
        + cells[column].quoted, remedy: "give it a name in the first row, or empty its cells")
  }

  /// Adds the findings of one row. A finding about a column is reported only for the first row.
  mutating func reportFound(_ found: Diagnostic) {
    let isOfColumn = found.rule == Incident.campaignTable.id && found.subject.line == 1
    if isOfColumn, diagnostics.contains(where: { $0.subject == found.subject }) { return }
    report(found)
  }

  /// - Parameter count: the cells of a row that has too many, or 1 if one cell holds all others.
  mutating func reportLength(_ count: Int, _ columns: TableColumns, _ subject: Diagnostic.Subject) {
    let (separator, expected) = (columns.separator.name, columns.width)
    report(
      .campaignTable, subject,
      "the row has \(count) \(count == 1 ? "cell" : "cells"), and the first row names \(expected)",
      remedy: count > expected
        ? "put cells with \(separator)s in them in quotes, or delete a \(separator)"
        : "put \(separator)s between its cells, as the first row has them")
  }

  /// A row that is too long: mostly a quote that closes far below, or a table with other line breaks.
  mutating func reportTooLong(_ subject: Diagnostic.Subject) {
    report(ErrorWords("row", "tooLong", ["\(CSVRecords.Record.longest)"]), subject)
  }

  /// - Parameter remedy: instead of the error's.
  mutating func report(_ error: TableColumns.ColumnError, _ firstRow: Diagnostic.Subject, remedy: String? = nil) {
    report(error.words, error.column.map(firstRow.key) ?? firstRow, remedy: remedy ?? error.remedy)
  }

  mutating func report(_ error: CSVCells.RowError, _ subject: Diagnostic.Subject) {
    let details =
      if case .character(let scalar) = error { [scalar.codePoint, String.unusableReason] } else { [String]() }
    report(ErrorWords("row", error, details), subject)
  }
}

extension Diagnostic {
  /// Half of a message must not go out.
  static func cutRow(_ place: Subject, endingBefore rest: Subject) -> Diagnostic {
    Diagnostic(
      .campaignTable, place,
      "the row is cut off by a line break: line \(rest.line ?? 0) has the rest of it, which is no row",
      remedy: "put the cell with the line break in quotes, or delete the line break")
  }
}
