import Findings

/// One message as written, before it is read: a list element in campaign.yml, or a table row.
struct MessageEntry {
  enum Source {
    /// The element's place.
    case element(Diagnostic.Subject)
    case row(TableRow)
  }

  let source: Source
  /// The bytes of all texts with filled placeholders.
  var filledByteCount = 0
  /// Columns that the row's cells use in placeholders.
  var usedColumns: [Int] = []

  /// What the message that is being read says by fallback.
  var standIns: Set<StandIn> = []

  /// The most bytes of filled texts in memory: a few lines can ask for gigabytes.
  static let mostFilledBytes = 256_000_000

  init(_ source: Source) { self.source = source }

  /// Whether it has too many bytes to go on.
  var isFull: Bool { filledByteCount > Self.mostFilledBytes }

  /// nil for an element of campaign.yml.
  var row: TableRow? { if case .row(let row) = source { row } else { nil } }

  /// Its place.
  var subject: Diagnostic.Subject {
    switch source {
    case .element(let subject): subject
    case .row(let row): row.subject
    }
  }
}
