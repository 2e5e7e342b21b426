import Findings

/// What was read of whole records of a table.
package struct TablePart: Sendable {
  /// The good messages whose files are there, in the order of the table.
  package private(set) var messages: [CampaignMessage] = []
  /// Rows of which something is to be told.
  private(set) var told: [ToldRow] = []
  /// Good messages whose files are missing, or cut otherwise than they ask.
  private(set) var troubled: [CampaignMessage] = []
  /// One message for each way in which files are used.
  private(set) var uses: [CampaignMessage] = []
  /// Hashes of the identifiers of good messages.
  package private(set) var identifiers: [Int] = []
  /// The columns of values to which nothing in these rows refers.
  private(set) var unused: Set<String>
  /// Where a quote begins that is not closed, with which all that follows is lost.
  private(set) var lost: Diagnostic.Subject?
  /// Where the last good message stands.
  private(set) var lastPlace: Diagnostic.Subject?
  /// What is told of all these rows so far.
  private var reader = YAMLReader()
  private var files: TableFiles?
  private var last: (given: MessageShape, resolved: MessageShape?)?

  /// A row of which something is to be told.
  struct ToldRow: Sendable {
    let place: Diagnostic.Subject
    let id: String?
    let diagnostics: [Diagnostic]
    /// Whether it has an error of its own.
    let isRefused: Bool
    /// What became of it all the same, where it is refused.
    let messages: [CampaignMessage]
  }

  init(of columns: TableColumns, in files: TableFiles?) {
    unused = Set(columns.values.keys)
    self.files = files
  }

  /// Whether more is wrong than is reported.
  var isFull: Bool { reader.isFull }

  /// Adds what became of a row.
  mutating func add(
    _ found: [CampaignMessage], of place: Diagnostic.Subject, named id: @autoclosure () -> String?,
    _ diagnostics: [Diagnostic]
  ) {
    guard !diagnostics.isEmpty else { return add(found) }
    let before = reader.diagnostics.count
    for diagnostic in diagnostics { reader.reportFound(diagnostic) }
    let new = Array(reader.diagnostics[before...])
    let isRefused = diagnostics.contains { $0.severity == .error && $0.subject.lies(in: place) }
    // What concerns other rows too has been told of the first.
    if !new.isEmpty {
      told.append(
        ToldRow(place: place, id: id(), diagnostics: new, isRefused: isRefused, messages: isRefused ? found : []))
    }
    if !isRefused { add(found) }
  }

  private mutating func add(_ found: [CampaignMessage]) {
    lastPlace = found.last?.origin ?? lastPlace
    for message in found {
      identifiers.append(message.identifierHash)
      guard files != nil else {
        messages.append(message)
        continue
      }
      if let shape = resolve(message) { messages.append(message.with(shape)) } else { troubled.append(message) }
    }
  }

  /// The shape of a message with its files as they are; nil where one is missing.
  private mutating func resolve(_ message: CampaignMessage) -> MessageShape? {
    if let last, last.given === message.shape { return last.resolved }
    let shape = files?.resolve(message)
    last = (message.shape, shape)
    if let shape { uses.append(message.with(shape)) }
    return shape
  }

  /// Remembers that texts refer to columns of these names.
  mutating func use(_ names: some Sequence<String>) {
    if !unused.isEmpty { unused.subtract(names) }
  }

  mutating func loseRest(at place: Diagnostic.Subject) { lost = place }

  /// Passes the good messages on.
  package mutating func takeMessages() -> [CampaignMessage] {
    defer { messages = [] }
    return messages
  }
}

extension CampaignMessage {
  /// Equal for identifiers that differ in case alone.
  var identifierHash: Int { id.lowercased().hashValue }
}
