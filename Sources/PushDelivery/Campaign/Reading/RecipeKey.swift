import Findings

/// Distinguishes the kinds of rows.
struct RecipeKey: Sendable {
  private struct Column {
    let number: Int
    /// Whether rows of one kind may have other texts in it.
    let isText: Bool
  }

  private let columns: [Column]
  private let values: [Int]
  /// Whether the placeholder names in a text decide the languages of a message.
  private let namesDecide: Bool

  init(_ table: TableColumns, _ context: CampaignContext) {
    let keyed = table.keys.map { Column(number: $0.column, isText: MessageKey(named: $0.path[0])?.isText == true) }
    let defaults = Dictionary(uniqueKeysWithValues: context.defaults.values.map { ($0.key.name, $0.value) })
    let names = Self.decisiveNames(of: defaults)
    let others = [table.defaultTarget].compactMap(\.self) + Set(names).compactMap { table.values[$0] }
    columns = (keyed + others.map { Column(number: $0, isText: false) }).sorted { $0.number < $1.number }
    values = table.values.values.sorted()
    let layers = [context.values, context.defaults[.values]?.membersByName ?? [:]]
    namesDecide = context.locales.list != nil || layers.joined().contains { $0.value.translations != nil }
  }

  /// The placeholders of values that are more than texts.
  private static func decisiveNames(of values: [String: YAMLValue]) -> [String] {
    values.flatMap { name, value -> [String] in
      switch MessageKey(named: name) {
      case .variants?: value.membersByName.values.flatMap { decisiveNames(of: $0.membersByName) }
      case .values?, nil: []
      case let key?: key.isText ? [] : value.placeholderNames
      }
    }
  }

  /// - Parameter key: receives the key of a row. Its separators are never bytes of UTF-8.
  func make(of cells: CSVCells, into key: inout [UInt8]) {
    key.removeAll(keepingCapacity: true)
    var needsValues = false
    for column in columns {
      if cells.isEmpty(column.number) {
        key.append(0xFF)
      } else if !column.isText {
        key += cells.written(column.number)
        key.append(0xFD)
        needsValues = needsValues || cells.hasBraces(column.number)
      } else {
        key.append(0xFE)
        if namesDecide, cells.hasBraces(column.number) { append(namesIn: cells[column.number], to: &key) }
      }
    }
    guard needsValues else { return }
    for column in values {
      key += cells.written(column)
      key.append(0xFC)
    }
  }

  private func append(namesIn text: String, to key: inout [UInt8]) {
    for name in (try? PlaceholderText(text))?.names ?? [] {
      key += name.utf8
      key.append(0xFB)
    }
  }
}
