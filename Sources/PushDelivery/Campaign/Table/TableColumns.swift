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
  /// The columns of message keys, each with the path to its value: `["title", "de"]`.
  let keys: [(path: [String], column: Int)]
  /// The columns by their names.
  let numbers: [String: Int]
  /// The columns of values by their names.
  let values: [String: Int]
  /// The column `target`, where rows ask for the default one.
  let defaultTarget: Int?

  /// Why columns cannot be used together.
  struct ColumnError: Error {
    /// The column of the problem; nil for the whole row.
    let column: String?
    let words: ErrorWords
    /// The fix, if it depends on the first row.
    let remedy: String?

    /// - Parameters:
    ///   - error: as texts/errors.txt calls it.
    ///   - details: for its message.
    fileprivate init(
      _ error: String, _ details: [String] = [], column: String? = MessageKey.id.name, remedy: String? = nil
    ) {
      (self.column, words, self.remedy) = (column, ErrorWords("column", error, details), remedy)
    }
  }

  /// Far more than you need: a message has room for 4,096 bytes, and a key of `data` takes three with its separators. Each column is
  /// compared with those before it, so that a first row of a megabyte would take minutes.
  static let mostColumns = 2000

  /// - Parameter row: the cells of the first row.
  init(_ row: [String], separator: CellSeparator = .comma) throws(ColumnError) {
    self.separator = separator
    guard let last = row.lastIndex(where: \.isVisible) else {
      throw ColumnError("noNames")
    }
    let names = row[...last].map { $0.isVisible ? $0.trimmed : "" }
    guard names.count <= Self.mostColumns else {
      throw ColumnError("tooMany", ["\(names.count)", "\(Self.mostColumns)"])
    }
    (self.names, width, nameless) = (names, row.count, names.indices.filter { names[$0].isEmpty })
    var keys: [(path: [String], column: Int)] = []
    var values: [String: Int] = [:]
    var numbers: [String: Int] = [:]
    for (column, name) in names.enumerated() where !name.isEmpty {
      guard numbers.updateIfMissing(name, column) == nil else {
        throw ColumnError("twice", [name.quoted], column: name)
      }
      if name == MessageKey.target.name { continue }
      if let path = try Self.path(name) {
        if let same = keys.first(where: { $0.path.starts(with: path) || path.starts(with: $0.path) }) {
          throw ColumnError("both", [name.quoted, names[same.column].quoted], column: name)
        }
        keys.append((path, column))
      } else {
        values[name] = column
      }
    }
    guard keys.contains(where: { $0.path[0] == MessageKey.id.name }) else { throw .missingIdentifier(row) }
    (self.keys, self.numbers, self.values) = (keys, numbers, values)
    defaultTarget = numbers[MessageKey.target.name]
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

  /// The key that people call so, or itself; nil for any other name.
  static func key(called name: String) -> String? {
    let name = name.lowercased()
    return known.contains(name) ? name : meant[name]
  }

  static let known = (MessageKey.names + MessageFieldTable.targets).sorted()
  private static let meant = Dictionary(WordTable.leftovers.rows("column").map { ($0[0], $0[1]) }) { first, _ in first }

  /// Whether a column gives the targets.
  var haveTarget: Bool { defaultTarget != nil || keys.contains { $0.path[0] == MessageKey.target.name } }

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

extension TableColumns.ColumnError {
  /// A key that a table cannot have.
  fileprivate static func forbidden(_ name: String) -> Self {
    Self(
      "forbidden", [name.quoted], column: name,
      remedy: name == MessageKey.focalPoint.name
        ? "write the columns `focal-point.x` and `focal-point.y`, each from 0 to 1" : nil)
  }

  /// The remedy names the keys that the columns probably are: all in one round.
  fileprivate static func missingIdentifier(_ names: [String]) -> Self {
    if names[0].lowercased().hasPrefix("sep=") { return Self("separator", [names[0].quoted], column: nil) }
    let pairs = names.map(\.trimmed).compactMap { name in
      TableColumns.key(called: name).flatMap { $0 == name ? nil : (key: $0, name: name) }
    }
    let hasIdentifier = pairs.contains { $0.key == MessageKey.id.name }
    let words = pairs.map { "\($0.key.quoted) for \($0.name.quoted)" }.joined(separator: ", ")
    let remedies = [
      hasIdentifier ? nil : "add one: letters, digits, `.`, `_` and `-`, different in each row",
      pairs.isEmpty ? nil : "name columns after keys: \(words)",
    ]
    return Self("missingIdentifier", remedy: remedies.compactMap(\.self).joined(separator: "; "))
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
      return YAMLValue.Member(key: YAMLValue(.text(name, .plain), value.subject), value: value)
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
