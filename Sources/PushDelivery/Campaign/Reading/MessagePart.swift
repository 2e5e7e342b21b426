import Findings

/// The messages of whole records of a table, or of the list in campaign.yml, and what was found in them.
package struct MessagePart: Sendable {
  /// The valid messages whose files exist, in their order.
  private var messages: [CampaignMessage] = []
  /// Entries with a diagnostic.
  private(set) var told: [ReadEntry] = []
  /// Valid messages whose files are missing, or cropped against their wish.
  private(set) var troubled: [CampaignMessage] = []
  /// One message for each use of files.
  private(set) var uses: [CampaignMessage] = []
  /// The number of valid messages.
  package private(set) var count = 0
  /// The value columns that these rows do not use.
  private(set) var unused: Set<String>
  /// The place of an unclosed quote, which loses all that follows.
  var lost: Diagnostic.Subject?
  /// The last valid message's place.
  private(set) var lastPlace: Diagnostic.Subject?
  private(set) var repeats = MessageRepeats()
  private(set) var messageUses = MessageUses()
  /// The diagnostics so far.
  private var reader = YAMLReader()
  /// The cell count of a whole row.
  private let width: Int
  /// nil to look up files elsewhere.
  private var files: TableFiles?
  /// The last row while its next row is unread: a line break in a cell without quotes splits one row into two.
  private var pending: ReadEntry?

  struct ReadEntry: Sendable {
    let place: Diagnostic.Subject
    /// As written.
    let id: String?
    var diagnostics: [Diagnostic]
    var messages: [CampaignMessage]
    let cellCount: Int

    var hasError: Bool { diagnostics.contains { $0.severity == .error && $0.subject.lies(in: place) } }

    /// The messages that cannot be sent.
    var lost: [CampaignMessage] { hasError ? messages : messages.filter { !$0.isWhole } }

    /// The identifier, or the place of an entry without one, as in `messages.csv:12`.
    var name: String {
      if let id, MessageIdentifier(rawValue: id) != nil { return id }
      return place.lineName
    }
  }

  /// - Parameter columns: of the table; nil for campaign.yml.
  init(of columns: TableColumns? = nil, in files: TableFiles? = nil) {
    width = columns?.names.count ?? 0
    unused = Set(columns.map { Array($0.values.keys) } ?? [])
    self.files = files
  }

  /// Whether errors are left out.
  var isFull: Bool { reader.isFull }

  /// Adds the results of an entry. `cellCount`: 0 if it is not a row that can be split into cells.
  mutating func add(
    _ found: [CampaignMessage], of place: Diagnostic.Subject, named id: @autoclosure () -> String?,
    cellCount: Int = 0, _ diagnostics: [Diagnostic]
  ) {
    let entry = ReadEntry(
      place: place, id: diagnostics.isEmpty ? nil : id(), diagnostics: diagnostics, messages: found,
      cellCount: cellCount)
    if var former = pending {
      if isRest(entry, of: former) {
        former.diagnostics.append(.cutRow(former.place, endingBefore: place))
        former.messages = []
      }
      settle(former)
    }
    pending = entry
  }

  /// Whether a row without a message continues the row before it, by the number of their cells.
  private func isRest(_ row: ReadEntry, of former: ReadEntry) -> Bool {
    row.cellCount > 0 && row.cellCount < width && row.hasError && former.cellCount > 0 && !former.hasError
      && former.cellCount + row.cellCount - 1 == width
  }

  /// Adds the last entry.
  mutating func finish() {
    if let pending { settle(pending) }
    pending = nil
  }

  private mutating func settle(_ entry: ReadEntry) {
    guard !entry.diagnostics.isEmpty else { return add(entry.messages) }
    if !entry.hasError { add(entry.messages) }
    guard !reader.isFull else { return }
    let before = reader.diagnostics.count
    for diagnostic in entry.diagnostics { reader.reportFound(diagnostic) }
    // What concerns other rows too was reported for the first.
    let isKept = !entry.lost.isEmpty && told.count < YAMLReader.maximumDiagnostics
    if isKept || reader.diagnostics.count > before { told.append(entry) }
  }

  private mutating func add(_ found: [CampaignMessage]) {
    lastPlace = found.last?.origin ?? lastPlace
    count += found.count
    for message in found where message.isWhole {
      let (shape, isNew) = files?.resolve(message) ?? (message.shape, false)
      guard let shape else {
        repeats.add(identifierOf: message)
        troubled.append(message)
        continue
      }
      let message = message.with(shape)
      messages.append(message)
      if isNew { uses.append(message) }
      repeats.add(message)
      messageUses.add(message)
    }
  }

  /// Remembers that texts refer to columns of these names.
  mutating func use(_ names: some Sequence<String>) { if !unused.isEmpty { unused.subtract(names) } }

  /// Passes the good messages on.
  package mutating func takeMessages() -> [CampaignMessage] {
    defer { messages = [] }
    return messages
  }
}
