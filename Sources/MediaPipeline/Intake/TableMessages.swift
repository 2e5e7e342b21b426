import Essentials
import Findings
import PushDelivery

/// The good messages of a table. They are read once and kept in a file, so that memory does not grow with their number.
struct TableMessages: Sendable {
  /// How many there are.
  let count: Int
  /// One for each way of using files, in the order of the table.
  let uses: [CampaignMessage]
  fileprivate let spool: MessageSpool
  /// The lines of rows that are refused because of other rows.
  fileprivate let skipped: Set<Int>

  /// Processes all of them, part by part, on all processors.
  ///
  /// - Throws: the error of `consume`.
  func forEachPart<Result: Sendable, Failure: Error>(
    transform: @Sendable @escaping ([CampaignMessage]) -> Result, consume: (Result) throws(Failure) -> Void
  ) async throws(Failure) {
    let skipped = skipped
    try await spool.parts.forEachInOrder(
      atMost: ProcessInfo.processInfo.activeProcessorCount + 1,
      { part in
        let messages = part.messages
        return transform(skipped.isEmpty ? messages : messages.filter { !skipped.contains($0.origin.line ?? 0) })
      }, consume: consume)
  }

  /// Those that a function picks from each part, in the order of the table.
  func picked(_ pick: @Sendable @escaping ([CampaignMessage]) -> [CampaignMessage]) async -> [CampaignMessage] {
    var all: [CampaignMessage] = []
    await forEachPart(transform: pick) { all += $0 }
    return all
  }
}

/// The result of reading it.
struct TableIntake: Sendable {
  /// nil if an error concerns all messages.
  var messages: TableMessages?
  var refused: [String] = []
  var diagnostics: [Diagnostic] = []
  /// Messages with files that are missing, or cropped otherwise.
  var troubled: [CampaignMessage] = []

  /// Reads a table.
  ///
  /// - Throws: `PipelineError` if it cannot be read, or its messages cannot be kept.
  init(_ begun: TableReading, of file: TableFile) async throws(PipelineError) {
    var (reading, spool) = (begun, MessageSpool())
    let rows = reading.rows
    try await file.forEachPiece(in: file.records(from: reading.start)) { piece in
      var part = rows.part(of: piece.bytes, piece.range)
      let stored = StoredMessages.bytes(of: part.takeMessages())
      return (part: part, stored: stored, byteCount: piece.range.bytes.count)
    } consume: { found throws(PipelineError) in
      // The number of rows, if all were as long as the first ones.
      if spool.parts.isEmpty {
        reading.expect(found.part.identifiers.count * (file.byteCount / max(1, found.byteCount) + 1) / 8 * 9)
      }
      try PipelineError.wrapping(try spool.append(found.stored))
      return reading.add(found.part)
    }
    let skipped = await Self.refuseDuplicates(&reading, spool)
    await Self.tellRepeated(&reading, spool, skipped)
    let located = try await Self.records(of: file, from: reading, in: reading.linesToLocate())
    let found = reading.finish(located)
    (refused, diagnostics, troubled) = (found.refused, found.diagnostics, reading.troubled)
    guard found.isUsable else { return }
    messages = TableMessages(count: reading.count, uses: reading.uses, spool: spool, skipped: skipped)
  }

  /// - Returns: the lines of the rows that are refused.
  private static func refuseDuplicates(_ reading: inout TableReading, _ spool: MessageSpool) async -> Set<Int> {
    let doubled = reading.doubledIdentifiers()
    guard !doubled.isEmpty else { return [] }
    let all = TableMessages(count: reading.count, uses: [], spool: spool, skipped: [])
    let candidates = await all.picked { doubled.candidates(among: $0) }
    let skipped = reading.refuseDuplicates(among: candidates, doubled)
    guard !skipped.isEmpty else { return [] }
    var whole = reading
    let rest = TableMessages(count: reading.count, uses: [], spool: spool, skipped: skipped)
    await rest.forEachPart(transform: { $0 }, consume: { whole.addRemaining($0) })
    reading = whole
    return skipped
  }

  private static func tellRepeated(_ reading: inout TableReading, _ spool: MessageSpool, _ skipped: Set<Int>) async {
    let repeated = reading.repeatedMessages()
    guard !repeated.isEmpty else { return }
    let all = TableMessages(count: reading.count, uses: [], spool: spool, skipped: skipped)
    reading.report(await all.picked { repeated.candidates(among: $0) })
  }

  /// The records that begin in some lines.
  private static func records(
    of file: TableFile, from reading: TableReading, in lines: Set<Int>
  ) async throws(PipelineError) -> [CSVRecords.Record] {
    guard let last = lines.max() else { return [] }
    var found: [CSVRecords.Record] = []
    let separator = reading.separator
    try await file.forEachPiece(in: file.records(from: reading.head)) { piece in
      (
        piece.range.firstLine,
        CSVRecords(piece.bytes, in: piece.range, separator: separator).filter { lines.contains($0.line) }.map(\.alone)
      )
    } consume: { records throws(PipelineError) in
      found += records.1
      return records.0 <= last
    }
    return found
  }
}

extension CSVRecords.Record {
  /// Without the bytes around it.
  fileprivate var alone: CSVRecords.Record {
    var record = self
    record.bytes = ArraySlice(Array(bytes))
    return record
  }
}
