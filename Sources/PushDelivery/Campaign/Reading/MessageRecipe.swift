import Findings
import Synchronization

/// The recipe for rows of one kind: they fill the same columns, and are equal in all values that are more than texts. It is built once for
/// all of them; then only the texts of each row are read.
final class MessageRecipe: Sendable {
  private let versions: [MessageVersion]
  /// The target's place in the row that it was built from; nil without a target.
  private let target: Diagnostic.Subject?

  /// - Parameter layer: of a row, over the defaults.
  init(
    of layer: MessageLayer, _ expansion: MessageExpansion, _ entry: inout MessageEntry, _ reader: inout YAMLReader
  ) {
    var versions: [MessageVersion] = []
    expansion.forEachVersion(of: layer, &entry, &reader) { version, _, _ in
      versions.append(version)
      return versions.count <= Campaign.maximumMessages
    }
    self.versions = versions
    target = layer[.target]?.subject
  }

  /// The messages of a row; not all if it is full.
  func messages(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for version in versions {
      version.add(to: &messages, &entry, &reader)
      guard messages.count <= Campaign.maximumMessages, !entry.isFull else { return messages }
    }
    reader.reportSharedTargets(of: messages, targetPlace(in: entry))
    return messages
  }

  private func targetPlace(in entry: MessageEntry) -> Diagnostic.Subject {
    guard var place = target else { return entry.subject.key(MessageKey.target.name) }
    if place.name == entry.subject.name { place.line = entry.subject.line }
    return place
  }
}

/// The recipes of a table, shared by all parallel readers of its parts.
final class RecipeMemory: Sendable {
  private let recipes = Mutex<[[UInt8]: MessageRecipe]>([:])

  /// If each row is of another kind, recipes are never reused.
  private static let mostRecipes = 4096

  func recipe(for key: [UInt8]) -> MessageRecipe? { recipes.withLock { $0[key] } }

  func remember(_ recipe: MessageRecipe, for key: [UInt8]) {
    recipes.withLock { recipes in
      if recipes.count < Self.mostRecipes { recipes[key] = recipe }
    }
  }
}

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
    let keyed = table.keys.flatMap { key, shape in
      shape.columns.map { Column(number: $0, isText: key.isText) }
    }
    let names = Self.decisiveNames(of: context.defaults.values.map { ($0.key, $0.value) })
    let others = [table.defaultTarget].compactMap(\.self) + Set(names).compactMap { table.values[$0] }
    columns = (keyed + others.map { Column(number: $0, isText: false) }).sorted { $0.number < $1.number }
    values = table.values.values.sorted()
    let layers = [context.values, context.defaults[.values]?.membersByName ?? [:]]
    namesDecide = context.locales.list != nil || layers.joined().contains { $0.value.translations != nil }
  }

  /// The placeholders of values that are more than texts.
  private static func decisiveNames(of values: [(key: MessageKey?, value: YAMLValue)]) -> [String] {
    values.flatMap { key, value -> [String] in
      switch key {
      case .variants:
        value.membersByName.values.flatMap { variant in
          decisiveNames(of: variant.membersByName.map { (MessageKey(named: $0.key), $0.value) })
        }
      case .values?: []
      case let key?: key.isText ? [] : value.placeholderNames
      case nil: []
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

extension TableColumns.Shape {
  /// All columns that a value uses.
  fileprivate var columns: [Int] {
    switch self {
    case .cell(let column): [column]
    case .members(let members): members.flatMap(\.shape.columns)
    }
  }
}
