import Findings

/// The columns of messages.csv: keys of a message (`title`, `title.de`, `media.ios`, `data.order`, `topic`), and values for placeholders.
final class TableColumns: Sendable {
  /// The names in the first row, up to the last: spreadsheets leave empty columns after a table.
  let names: [String]
  /// The cell count of the first row, with those without a name.
  let width: Int
  /// What stands between the cells of the table.
  let separator: CellSeparator
  /// The columns without a name between others; their cells must be empty.
  let nameless: [Int]
  /// The columns of each message key.
  let keys: [MessageKey: Shape]
  /// The columns of values by their names.
  let values: [String: Int]
  /// The column `target`, where rows ask for the default one.
  let defaultTarget: Int?

  /// How a row's cells become a value.
  indirect enum Shape: Sendable {
    case cell(column: Int)
    case members([(name: String, shape: Shape)])
  }

  /// Why columns cannot be used together.
  enum ColumnError: Error, Hashable {
    /// The first row is empty.
    case noNames
    case twice(String)
    /// Both a text and its languages or parts.
    case both(String, String)
    /// A key that a table cannot have.
    case forbidden(String)
    case missingIdentifier
    case tooMany(count: Int)
  }

  /// Far more than you need: a message has room for 4,096 bytes, and a key of `data` takes three with its separators. Each column is
  /// compared with those before it, so that a first row of a megabyte would take minutes.
  static let mostColumns = 2000

  /// - Parameter row: the cells of the first row.
  init(_ row: [String], separator: CellSeparator = .comma) throws(ColumnError) {
    self.separator = separator
    guard let last = row.lastIndex(where: \.isVisible) else { throw .noNames }
    let names = row[...last].map { $0.isVisible ? $0.trimmed : "" }
    guard names.count <= Self.mostColumns else { throw .tooMany(count: names.count) }
    (self.names, width, nameless) = (names, row.count, names.indices.filter { names[$0].isEmpty })
    var root = Shape.members([])
    var values: [String: Int] = [:]
    var seen: Set<String> = []
    for (column, name) in names.enumerated() where !name.isEmpty {
      guard seen.insert(name).inserted else { throw .twice(name) }
      if name == MessageKey.target.name { continue }
      if let path = try Self.path(name) {
        try root.insert(column, at: path[...], named: name, among: names)
      } else {
        values[name] = column
      }
    }
    guard case .members(let members) = root, members.contains(where: { $0.name == MessageKey.id.name }) else {
      throw .missingIdentifier
    }
    keys = Dictionary(
      members.compactMap { member in MessageKey(named: member.name).map { ($0, member.shape) } }
    ) { first, _ in first }
    self.values = values
    defaultTarget = names.firstIndex(of: MessageKey.target.name)
  }

  /// Whether a row has no more cells than the first row, except empty ones. It may have fewer: spreadsheets leave out empty cells at the
  /// end. One cell with another separator means another kind of table.
  func fit(_ cells: CSVCells) -> Bool {
    let others = CellSeparator.allCases.filter { $0 != separator }.map(\.rawValue)
    if names.count > 1, cells.count == 1, cells.written(0).contains(where: others.contains) { return false }
    return cells.count <= width || !(width..<cells.count).contains(where: cells.isVisible)
  }

  /// The first column without a name where a row that fits has a text.
  func namelessColumn(holdingTextIn cells: CSVCells) -> Int? {
    nameless.first(where: cells.isVisible)
      ?? (names.count < cells.count ? (names.count..<cells.count).first(where: cells.isVisible) : nil)
  }

  /// Whether a column gives the targets.
  var haveTarget: Bool { keys[.target] != nil || defaultTarget != nil }

  /// The path of message keys to a column's cells; nil: they are values for placeholders.
  private static func path(_ name: String) throws(ColumnError) -> [String]? {
    if MessageFieldTable.targets.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) {
      return [MessageKey.target.name] + name.split(separator: ".", maxSplits: 1).map(String.init)
    }
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let key = MessageKey(named: parts[0]) else { return nil }
    switch (key, parts.count) {
    case (.variants, _), (.values, _), (.android, _), (.apns, _), (.webpush, _), (.target, _), (.data, 1),
      (.focalPoint, 1):
      throw .forbidden(name)
    case (.image, _): return [MessageKey.media.name] + parts.dropFirst()
    case (.data, _): return parts
    default: return [parts[0]] + parts.dropFirst().flatMap { $0.split(separator: ".").map(String.init) }
    }
  }
}

extension TableColumns.Shape {
  fileprivate mutating func insert(
    _ column: Int, at path: ArraySlice<String>, named name: String, among names: [String]
  ) throws(TableColumns.ColumnError) {
    guard case .members(var members) = self, let first = path.first else { throw .both(name, names[firstColumn]) }
    let index = members.firstIndex { $0.name == first }
    if path.count == 1 {
      if let index { throw .both(name, names[members[index].shape.firstColumn]) }
      members.append((first, .cell(column: column)))
    } else {
      var shape = index.map { members[$0].shape } ?? .members([])
      try shape.insert(column, at: path.dropFirst(), named: name, among: names)
      if let index { members[index].shape = shape } else { members.append((first, shape)) }
    }
    self = .members(members)
  }

  private var firstColumn: Int {
    switch self {
    case .cell(let column): column
    case .members(let members): members.first?.shape.firstColumn ?? 0
    }
  }
}

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

  private func cell(_ column: Int) -> YAMLValue { YAMLValue(.text(cells[column], .inserted), place(ofColumn: column)) }

  /// Whether the row names a target, if the table has targets. An empty cell is mostly a mistake, so you must ask for the default target.
  /// `layer`: of the row.
  func requireTarget(_ layer: MessageLayer, _ reader: inout YAMLReader) -> Bool {
    guard columns.haveTarget, layer[.target] == nil else { return true }
    let isShort = cells.count < columns.names.count
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
