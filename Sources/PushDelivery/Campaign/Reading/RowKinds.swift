import Findings

/// The kinds of rows that a table has been found to have.
struct RowKinds: Sendable {
  /// By what tells them apart; nil: rows that are always read with care.
  private var kinds: [[UInt8]: RowKind?] = [:]
  private let outline: RowOutline

  /// Of a table in which each row is of a kind of its own none would be used again.
  private static let mostKinds = 4096

  init(_ columns: TableColumns, _ context: CampaignContext) { outline = RowOutline(columns, context) }

  /// The message of a row; nil for one that has to be read with care.
  ///
  /// - Parameter unused: loses the names of the columns that texts of the row refer to.
  func message(of cells: CSVCells, at place: Diagnostic.Subject, _ unused: inout Set<String>) -> CampaignMessage? {
    guard let key = outline.key(of: cells), let kind = kinds[key] else { return nil }
    return kind?.message(of: cells, at: place, &unused)
  }

  /// Remembers what became of a row that was read with care and of which nothing was to be told.
  mutating func learn(
    _ cells: CSVCells, _ row: TableRow, _ layer: MessageLayer, _ messages: [CampaignMessage],
    _ context: CampaignContext
  ) {
    guard kinds.count < Self.mostKinds, let key = outline.key(of: cells), kinds[key] == nil else { return }
    guard messages.count == 1, !outline.hasPlaceholders(cells),
      let kind = RowKind(row, layer, messages[0], context)
    else {
      kinds[key] = .some(nil)
      return
    }
    // A kind that does not know its own row knows no other.
    var unused: Set<String> = []
    kinds[key] = .some(kind.message(of: cells, at: row.subject, &unused) == messages[0] ? kind : nil)
  }

  /// Takes over what was found elsewhere in the same table.
  mutating func learn(from other: RowKinds) { kinds.merge(other.kinds) { own, _ in own } }

  var count: Int { kinds.count }
}

/// Which columns tell the kind of a row.
private struct RowOutline: Sendable {
  private struct Column {
    let number: Int
    /// Whether rows with other texts in it may still be of one kind.
    let isText: Bool
  }

  private let columns: [Column]
  private let table: TableColumns

  /// What is read of these is the text alone, whatever it says.
  private static let textKeys: Set<MessageKey> = [.id, .title, .body, .link, .target, .data]

  init(_ columns: TableColumns, _ context: CampaignContext) {
    let keyed = columns.keys.flatMap { key, shape in
      shape.columns.map { Column(number: $0, isText: Self.textKeys.contains(key)) }
    }
    let target = columns.defaultTarget.map { [Column(number: $0, isText: false)] } ?? []
    // Values that the defaults put where more than a text belongs.
    let names = context.defaults.values.filter { !Self.textKeys.contains($0.key) && $0.key != .values }
      .values.flatMap(\.placeholderNames)
    let values = Set(names).compactMap { columns.values[$0] }.map { Column(number: $0, isText: false) }
    self.columns = (keyed + target + values).sorted { $0.number < $1.number }
    table = columns
  }

  /// nil for a row with a cell that may hold something and has no name.
  func key(of cells: CSVCells) -> [UInt8]? {
    guard table.isEmptyWhereNameless(cells) else { return nil }
    var key: [UInt8] = []
    key.reserveCapacity(64)
    for column in columns {
      if cells.isEmpty(column.number) {
        key.append(0xFF)
      } else if column.isText {
        key.append(0xFE)
      } else {
        // No byte of UTF-8 is one of these.
        key += cells.written(column.number)
        key.append(0xFD)
      }
    }
    return key
  }

  /// Whether a cell that is more than a text has placeholders, so that other columns say what it means.
  func hasPlaceholders(_ cells: CSVCells) -> Bool {
    columns.contains { !$0.isText && PlaceholderText.isNeeded(for: cells[$0.number]) }
  }
}

extension TableColumns.Shape {
  /// All columns that a value is made of.
  fileprivate var columns: [Int] {
    switch self {
    case .cell(let column): [column]
    case .members(let members): members.flatMap(\.shape.columns)
    }
  }
}
