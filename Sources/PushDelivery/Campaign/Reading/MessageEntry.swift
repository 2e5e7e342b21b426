import Findings

/// One message as it was written, while it is read: an element of the list in campaign.yml, or a row of the table.
struct MessageEntry {
  enum Source {
    /// Where the element stands.
    case element(Diagnostic.Subject)
    case row(TableRow)
  }

  let source: Source
  /// How many bytes texts have in which placeholders were filled in.
  var filledByteCount = 0
  /// Columns to which cells of the row refer by placeholders.
  var usedColumns: [Int] = []

  /// The most bytes of filled texts that there may be in memory: a few lines can ask for gigabytes.
  static let mostFilledBytes = 256_000_000

  init(_ source: Source) { self.source = source }

  /// Whether there are too many bytes to go on.
  var isFull: Bool { filledByteCount > Self.mostFilledBytes }

  /// nil for an element of campaign.yml.
  var row: TableRow? { if case .row(let row) = source { row } else { nil } }

  /// Where it stands.
  var subject: Diagnostic.Subject {
    switch source {
    case .element(let subject): subject
    case .row(let row): row.subject
    }
  }
}
