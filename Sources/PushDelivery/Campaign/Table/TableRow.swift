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

  /// Whether cells at its end are left out: a line break may have cut it off.
  var isShort: Bool { cells.count < columns.names.count }

  /// The identifier as written, including braces.
  var identifier: String? {
    columns.keys.first { $0.path == [MessageKey.id.name] && !cells.isEmpty($0.column) }.map { cells[$0.column] }
  }

  /// The values of the row's message. Empty cells give none.
  func layer(_ reader: inout YAMLReader) -> MessageLayer {
    var layer = MessageLayer(subject: subject)
    let filled = columns.keys.filter { !cells.isEmpty($0.column) }
    for member in members(of: filled.map { ($0.path[...], $0.column) }) {
      member.key.name.flatMap(MessageKey.init(named:)).map { layer[$0] = member.value }
    }
    guard let column = columns.defaultTarget, !cells.isEmpty(column) else { return layer }
    if layer[.target] != nil {
      reader.refuse(cell(column), because: "the row names a target of its own", use: "an empty cell")
    }
    layer[.target] = layer[.target] ?? cell(column)
    return layer
  }

  /// The cells of a mapping as its members.
  private func members(of cells: [(path: ArraySlice<String>, column: Int)]) -> [YAMLValue.Member] {
    let groups = Dictionary(grouping: cells) { $0.path[$0.path.startIndex] }
    return cells.map { $0.path[$0.path.startIndex] }.distinct.map { name in
      let own = groups[name] ?? []
      let value =
        own[0].path.count == 1
        ? cell(own[0].column)
        : YAMLValue(
          .mapping(members(of: own.map { ($0.path.dropFirst(), $0.column) })), place(ofColumn: own[0].column))
      var place = value.subject
      place.line = 1
      return YAMLValue.Member(key: YAMLValue(.text(name, .inserted), place), value: value)
    }
  }

  private func cell(_ column: Int) -> YAMLValue { YAMLValue(.text(cells[column], .inserted), place(ofColumn: column)) }

  /// Whether the row names a target, if the table has targets. An empty cell is mostly a mistake, so you must ask for the default target.
  /// `layer`: of the row.
  func requireTarget(_ layer: MessageLayer, _ reader: inout YAMLReader) -> Bool {
    guard columns.haveTarget, layer[.target] == nil else { return true }
    reader.report(
      .campaignMissingTarget, subject.key(MessageKey.target.name),
      isShort
        ? "the row has \(cells.count == 1 ? "1 cell" : "\(cells.count) cells") for \(columns.names.count) columns and no "
          + "target" : "the row has no target",
      remedy: (isShort ? "look for a comma or a quote that is missing; " : "")
        + "fill in one of `topic`, `token`, `fid` and `condition`, or write `default` into a column `target`")
    return false
  }
}
