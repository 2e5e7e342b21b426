import Findings

/// The results of whole records of a table.
package struct TablePart: Sendable {
  /// The valid messages whose files exist, in the order of the table.
  package private(set) var messages: [CampaignMessage] = []
  /// Rows with a diagnostic.
  private(set) var told: [ReadRow] = []
  /// Valid messages whose files are missing, or cropped against their wish.
  private(set) var troubled: [CampaignMessage] = []
  /// One message for each use of files.
  private(set) var uses: [CampaignMessage] = []
  /// Hashes of the valid messages' identifiers.
  package private(set) var identifiers: [Int] = []
  /// The value columns that these rows do not use.
  private(set) var unused: Set<String>
  /// The place of an unclosed quote, which loses all that follows.
  private(set) var lost: Diagnostic.Subject?
  /// The last valid message's place.
  private(set) var lastPlace: Diagnostic.Subject?
  /// The diagnostics of these rows so far.
  private var reader = YAMLReader()
  /// The cell count of a whole row.
  private let width: Int
  private var files: TableFiles?
  /// The comparison of its messages, if they are not kept.
  private(set) var comparison = MessageComparison()
  /// The last row while its next row is unread: a line break in a cell without quotes splits one row into two.
  private var pending: ReadRow?
  private var last: (given: MessageShape, resolved: MessageShape?)?

  struct ReadRow: Sendable {
    let place: Diagnostic.Subject
    let id: String?
    var diagnostics: [Diagnostic]
    var messages: [CampaignMessage]
    let cellCount: Int
    /// Known once it is settled.
    var isRefused = false

    var hasError: Bool { diagnostics.contains { $0.severity == .error && $0.subject.lies(in: place) } }
  }

  init(of columns: TableColumns, in files: TableFiles?) {
    width = columns.names.count
    unused = Set(columns.values.keys)
    self.files = files
  }

  /// Whether errors are left out.
  var isFull: Bool { reader.isFull }

  /// Adds the results of a row. `cellCount`: 0 if it cannot be split into cells.
  mutating func add(
    _ found: [CampaignMessage], of place: Diagnostic.Subject, named id: @autoclosure () -> String?,
    cellCount: Int = 0, _ diagnostics: [Diagnostic]
  ) {
    let row = ReadRow(
      place: place, id: diagnostics.isEmpty ? nil : id(), diagnostics: diagnostics, messages: found,
      cellCount: cellCount)
    if var former = pending {
      if isRest(row, of: former) {
        former.diagnostics.append(.cutRow(former.place, endingBefore: place))
        former.messages = []
      }
      settle(former)
    }
    pending = row
  }

  /// Whether a row without a message continues the row before it, by the number of their cells.
  private func isRest(_ row: ReadRow, of former: ReadRow) -> Bool {
    row.cellCount > 0 && row.cellCount < width && row.hasError && former.cellCount > 0 && !former.hasError
      && former.cellCount + row.cellCount - 1 == width
  }

  /// Adds the last row.
  mutating func finish() {
    if let pending { settle(pending) }
    pending = nil
  }

  private mutating func settle(_ row: ReadRow) {
    guard !row.diagnostics.isEmpty else { return add(row.messages) }
    var told = row
    told.isRefused = row.hasError
    let before = reader.diagnostics.count
    for diagnostic in row.diagnostics { reader.reportFound(diagnostic) }
    // What concerns other rows too was reported for the first.
    told.diagnostics = Array(reader.diagnostics[before...])
    if !told.isRefused {
      told.messages = []
      add(row.messages)
    }
    if !told.diagnostics.isEmpty { self.told.append(told) }
  }

  private mutating func add(_ found: [CampaignMessage]) {
    lastPlace = found.last?.origin ?? lastPlace
    for message in found {
      identifiers.append(message.identifierHash)
      guard files != nil else {
        messages.append(message)
        continue
      }
      guard let shape = resolve(message) else {
        troubled.append(message)
        continue
      }
      messages.append(message.with(shape))
      comparison.add(message)
    }
  }

  /// The shape of a message with its files as they are; nil if one is missing.
  private mutating func resolve(_ message: CampaignMessage) -> MessageShape? {
    if let last, last.given === message.shape { return last.resolved }
    let shape = files?.resolve(message)
    last = (message.shape, shape)
    if let shape { uses.append(message.with(shape)) }
    return shape
  }

  /// Remembers that texts refer to columns of these names.
  mutating func use(_ names: some Sequence<String>) { if !unused.isEmpty { unused.subtract(names) } }

  mutating func loseRest(at place: Diagnostic.Subject) { lost = place }

  /// Passes the good messages on.
  package mutating func takeMessages() -> [CampaignMessage] {
    defer { messages = [] }
    return messages
  }
}

extension CampaignMessage {
  /// Equal for identifiers that differ only in case.
  var identifierHash: Int { id.lowercased().hashValue }
}
