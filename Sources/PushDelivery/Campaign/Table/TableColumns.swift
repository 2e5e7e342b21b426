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
  /// What is wrong with single columns. They are read as they are probably meant, or not at all, so that the errors of rows are found too.
  let errors: [ColumnError]

  /// Why columns cannot be used together, or one cannot be used.
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

  /// - Parameters:
  ///   - row: the cells of the first row.
  ///   - separator: what stands between them.
  /// - Throws: `ColumnError` if no row can be read.
  init(_ row: [String], separator: CellSeparator = .comma) throws(ColumnError) {
    self.separator = separator
    var errors: [ColumnError] = []
    guard let last = row.lastIndex(where: \.isVisible) else {
      throw ColumnError("noNames")
    }
    var names = row[...last].map { $0.isVisible ? $0.trimmed : "" }
    guard names.count <= Self.mostColumns else {
      throw ColumnError("tooMany", ["\(names.count)", "\(Self.mostColumns)"])
    }
    let written = names
    if !names.contains(MessageKey.id.name) {
      let meant = Self.namesMeant(by: names)
      errors.append(.missingIdentifier(row, meant))
      names = names.map { name in meant.first { $0.name == name }?.key ?? name }
      guard names.contains(MessageKey.id.name) else { throw errors[0] }
    }
    (self.names, width, nameless) = (names, row.count, names.indices.filter { names[$0].isEmpty })
    var keys: [(path: [String], column: Int)] = []
    var values: [String: Int] = [:]
    var numbers: [String: Int] = [:]
    for (column, name) in names.enumerated() where !name.isEmpty {
      guard numbers.updateIfMissing(name, column) == nil else {
        errors.append(ColumnError("twice", [name.quoted], column: name))
        continue
      }
      if name == MessageKey.target.name { continue }
      do throws(ColumnError) {
        guard let path = try Self.path(name, &errors) else {
          values[name] = column
          continue
        }
        if let same = keys.first(where: { $0.path.starts(with: path) || path.starts(with: $0.path) }) {
          throw ColumnError("both", [name.quoted, names[same.column].quoted], column: name)
        }
        keys.append((path, column))
      } catch { errors.append(error) }
    }
    // Placeholders use names as they are written.
    for (column, name) in written.enumerated() where name != names[column] { values[name] = column }
    (self.keys, self.numbers, self.values, self.errors) = (keys, numbers, values, errors)
    defaultTarget = numbers[MessageKey.target.name]
  }

  /// Whether a row has no more cells than the first row, except empty ones. It may have fewer: spreadsheets leave out empty cells at the
  /// end. One cell with another separator means another kind of table.
  func fit(_ cells: CSVCells) -> Bool {
    let others = CellSeparator.allCases.filter { $0 != separator }.map(\.rawValue)
    if names.count > 1, cells.count == 1, cells.written(0).contains(where: others.contains) { return false }
    return cells.count <= width || !(width..<cells.count).contains(where: cells.isVisible)
  }

  /// The column of a key in a row: the one with its name, or the first that is filled in with a part of it, as `topic` of `target`.
  func column(of key: String, in cells: CSVCells) -> Int? {
    numbers[key] ?? keys.first { $0.path[0] == key && !cells.isEmpty($0.column) }?.column
  }

  /// The first column without a name where a row that fits has a text.
  func namelessColumn(holdingTextIn cells: CSVCells) -> Int? {
    nameless.first(where: cells.isVisible)
      ?? (names.count < cells.count ? (names.count..<cells.count).first(where: cells.isVisible) : nil)
  }

  /// Whether a row probably names columns.
  static func areNames(_ cells: [String]) -> Bool {
    let keys = cells.prefix(mostColumns).compactMap { key(called: $0.trimmed) }
    return keys.count > 1 && keys.contains(MessageKey.id.name)
  }

  /// The names that columns should have instead of theirs, each once.
  private static func namesMeant(by names: [String]) -> [(key: String, name: String)] {
    var taken = Set(names)
    return names.compactMap { name in
      let word = name.prefix { $0 != "." }
      guard let key = key(called: String(word)), taken.insert(key + name.dropFirst(word.count)).inserted else {
        return nil
      }
      return (key + name.dropFirst(word.count), name)
    }
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

  /// The path of message keys to a column's cells; nil: they are values for placeholders. `errors`: receives a language in a spelling of its
  /// own.
  private static func path(_ name: String, _ errors: inout [ColumnError]) throws(ColumnError) -> [String]? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if MessageFieldTable.targets.contains(parts[0]) {
      return [MessageKey.target.name, parts[0]] + parts.dropFirst().flatMap { tags($0, in: name, of: .target, &errors) }
    }
    guard let key = MessageKey(named: parts[0]) else { return nil }
    switch (key, parts.count) {
    case (.variants, _), (.values, _), (.android, _), (.apns, _), (.webpush, _), (.target, _), (.data, 1),
      (.focalPoint, 1):
      throw .forbidden(name)
    case (.data, _): return parts
    default:
      return [key == .image ? MessageKey.media.name : parts[0]]
        + parts.dropFirst().flatMap { tags($0, in: name, of: key, &errors) }
    }
  }

  /// The parts of a name after its key, with languages as they are spelt.
  private static func tags(
    _ parts: String, in name: String, of key: MessageKey, _ errors: inout [ColumnError]
  ) -> [String] {
    parts.split(separator: ".").map { part in
      guard let tag = LanguageTag.meant(by: part), tag != part else { return String(part) }
      if case .never = key.grammar.localization { return String(part) }
      errors.append(
        ColumnError(
          "language", [name.quoted], column: name,
          remedy: "name the column \(name.replacing("." + part, with: "." + tag).quoted)"))
      return tag
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
  fileprivate static func missingIdentifier(_ names: [String], _ pairs: [(key: String, name: String)]) -> Self {
    if names[0].lowercased().hasPrefix("sep=") { return Self("separator", [names[0].quoted], column: nil) }
    let hasIdentifier = pairs.contains { $0.key == MessageKey.id.name }
    let words = pairs.map { "\($0.key.quoted) for \($0.name.quoted)" }.joined(separator: ", ")
    let remedies = [
      hasIdentifier ? nil : "add one: letters, digits, `.`, `_` and `-`, different in each row",
      pairs.isEmpty ? nil : "name columns after keys: \(words)",
    ]
    return Self("missingIdentifier", remedy: remedies.compactMap(\.self).joined(separator: "; "))
  }
}
