/// A row of messages.csv.
struct TableRow {
  let columns: TableColumns
  /// As many as there are columns.
  let fields: [String]
  /// The file and the line in which the row begins.
  let subject: Diagnostic.Subject

  /// The value of a column that is none of a message's keys; nil: there is no such column. An empty cell holds nothing.
  subscript(name: String) -> YAMLValue? { columns.values[name].map(cell) }

  /// What the row says of its message. Empty cells say nothing.
  var layer: MessageLayer {
    MessageLayer(subject: subject, values: columns.keys.compactMapValues(value))
  }

  private func value(_ shape: TableColumns.Shape) -> YAMLValue? {
    switch shape {
    case .cell(let column): return fields[column].isEmpty ? nil : cell(column)
    case .members(let members):
      let given = members.compactMap { member in
        value(member.shape).map { YAMLValue.Member(key: YAMLValue(.text(member.name, .plain), $0.subject), value: $0) }
      }
      return given.first.map { YAMLValue(.mapping(given), $0.value.subject) }
    }
  }

  private func cell(_ column: Int) -> YAMLValue {
    var place = subject
    place.keyPath = columns.names[column]
    return YAMLValue(fields[column].isEmpty ? .nothing : .text(fields[column], .inserted), place)
  }
}
