import Findings

/// A row of messages.csv.
struct TableRow {
  let columns: TableColumns
  /// Cells left out at its end are empty.
  let cells: CSVCells
  /// The file and the line in which the row begins.
  let subject: Diagnostic.Subject

  func place(ofColumn column: Int) -> Diagnostic.Subject {
    var place = subject
    place.keyPath = columns.names[column]
    return place
  }

  /// The values of the row's message. Empty cells give none.
  func layer(_ reader: inout YAMLReader) -> MessageLayer {
    var layer = MessageLayer(subject: subject, values: columns.keys.compactMapValues(value))
    guard let column = columns.defaultTarget, !cells.isEmpty(column) else { return layer }
    if layer[.target] != nil {
      reader.refuse(cell(column), because: "the row names a target of its own", use: "an empty cell")
    }
    layer[.target] = layer[.target] ?? cell(column)
    return layer
  }

  private func value(_ shape: TableColumns.Shape) -> YAMLValue? {
    switch shape {
    case .cell(let column): return cells.isEmpty(column) ? nil : cell(column)
    case .members(let members):
      let given = members.compactMap { member in
        value(member.shape).map { YAMLValue.Member(key: YAMLValue(.text(member.name, .plain), $0.subject), value: $0) }
      }
      return given.first.map { YAMLValue(.mapping(given), $0.value.subject) }
    }
  }

  private func cell(_ column: Int) -> YAMLValue {
    YAMLValue(.text(cells[column], .inserted), place(ofColumn: column))
  }

  /// Whether the row names a target, if the table has targets. An empty cell is mostly a mistake, so you must ask for the default target.
  ///
  /// - Parameter layer: of the row.
  func requireTarget(_ layer: MessageLayer, _ reader: inout YAMLReader) -> Bool {
    guard columns.haveTarget, layer[.target] == nil else { return true }
    let isShort = cells.count < columns.names.count
    reader.report(
      .campaignMissingTarget, subject.key(MessageKey.target.name),
      isShort
        ? "the row has \(cells.count == 1 ? "1 cell" : "\(cells.count) cells") for \(columns.names.count) columns, and does "
          + "not say whom it goes to"
        : "the row does not say whom it goes to",
      remedy: (isShort ? "look for a comma or a quote that is missing; " : "")
        + "fill in one of `topic`, `token`, `fid` and `condition`, or write `default` into a column `target`")
    return false
  }
}
