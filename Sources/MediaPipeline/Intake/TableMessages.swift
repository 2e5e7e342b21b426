import Findings
import PushDelivery

/// The good messages of a table. They are read anew each time, some at once, so that memory does not grow with their number.
struct TableMessages: Sendable {
  /// How many there are.
  let count: Int
  /// One for each way in which files are used, in the order of the table.
  let uses: [CampaignMessage]
  /// Where they stand.
  private let records: TableRange
  private let file: TableFile
  private let rows: SharedRows
  /// The lines of rows that are refused for what stands in others.
  private let skipped: Set<Int>
  private let files: TableFiles

  fileprivate init(
    _ survey: TableSurvey, _ file: TableFile, _ files: TableFiles, skipped: Set<Int>
  ) {
    (count, uses, rows) = (survey.count, survey.uses, survey.rows)
    (self.file, self.files, self.skipped) = (file, files, skipped)
    records = file.records(from: survey.start)
  }

  /// Some messages that follow each other, as what stands in some records.
  struct Part: Sendable {
    fileprivate let piece: TableFile.Piece
    fileprivate let table: TableMessages

    var messages: [CampaignMessage] {
      table.rows.messages(of: piece.bytes, piece.range, without: table.skipped, in: table.files)
    }
  }

  /// Whatever makes something of all of them, part after part and on all processors.
  ///
  /// - Throws: `PipelineError`, also when the file is no longer as it was.
  func forEachPart<Result: Sendable>(
    transform: @Sendable @escaping (Part) -> Result, consume: (Result) throws(PipelineError) -> Void
  ) async throws(PipelineError) {
    try await file.forEachPiece(in: records) { piece in
      transform(Part(piece: piece, table: self))
    } consume: { result throws(PipelineError) in
      try consume(result)
      return true
    }
  }
}

/// What a table was found to be.
struct TableIntake: Sendable {
  /// nil where something is wrong that concerns all messages.
  var messages: TableMessages?
  var refused: [String] = []
  var diagnostics: [Diagnostic] = []
  /// Messages whose files are missing, or cut otherwise than they ask.
  var troubled: [CampaignMessage] = []

  /// Goes through a table.
  ///
  /// - Parameter files: looks up the files that rows name.
  /// - Throws: `PipelineError` when it cannot be read.
  init(
    _ begun: TableSurvey, of file: TableFile, _ files: TableFiles
  ) async throws(PipelineError) {
    var (survey, isFirst) = (begun, true)
    let (rows, start) = (survey.rows, survey.start)
    try await file.forEachPiece(in: file.records(from: start)) { piece in
      (part: TableSurvey.part(rows, of: piece.bytes, piece.range, in: files), byteCount: piece.range.bytes.count)
    } consume: { found throws(PipelineError) in
      let goesOn = survey.add(found.part, in: files)
      // As many as there would be if all were as long as the first.
      if isFirst { survey.expect(survey.count * (file.byteCount / max(1, found.byteCount) + 1) / 8 * 9) }
      isFirst = false
      return goesOn
    }
    let skipped = try await Self.refuseDuplicates(&survey, of: file, files)
    let located = try await Self.records(of: file, from: survey.head, in: survey.linesToLocate())
    let found = survey.finish(located)
    (refused, diagnostics, troubled) = (found.refused, found.diagnostics, survey.troubled)
    messages = found.isUsable ? TableMessages(survey, file, files, skipped: skipped) : nil
  }

  /// - Returns: the lines of the rows that are refused.
  private static func refuseDuplicates(
    _ survey: inout TableSurvey, of file: TableFile, _ files: TableFiles
  ) async throws(PipelineError) -> Set<Int> {
    let hashes = survey.doubledIdentifiers()
    guard !hashes.isEmpty else { return [] }
    let (rows, start) = (survey.rows, survey.start)
    var candidates: [CampaignMessage] = []
    try await file.forEachPiece(in: file.records(from: start)) { piece in
      TableSurvey.doubled(rows, of: piece.bytes, piece.range, among: hashes)
    } consume: { found throws(PipelineError) in
      candidates += found
      return true
    }
    let skipped = survey.refuseDuplicates(among: candidates)
    guard !skipped.isEmpty else { return [] }
    survey.forgetUses()
    var whole = survey
    try await file.forEachPiece(in: file.records(from: start)) { piece in
      TableSurvey.part(rows, of: piece.bytes, piece.range, in: files, without: skipped)
    } consume: { part throws(PipelineError) in
      whole.addUses(part)
      return true
    }
    survey = whole
    return skipped
  }

  /// The records that begin in some lines.
  private static func records(
    of file: TableFile, from head: TableRange, in lines: Set<Int>
  ) async throws(PipelineError) -> [CSVRecords.Record] {
    guard let last = lines.max() else { return [] }
    var found: [CSVRecords.Record] = []
    try await file.forEachPiece(in: file.records(from: head)) { piece in
      (
        piece.range.firstLine,
        CSVRecords(piece.bytes, in: piece.range).filter { lines.contains($0.line) }.map(\.alone)
      )
    } consume: { records throws(PipelineError) in
      found += records.1
      return records.0 <= last
    }
    return found
  }
}

extension CSVRecords.Record {
  /// The same without the bytes beside it.
  fileprivate var alone: CSVRecords.Record {
    var record = self
    record.bytes = ArraySlice(Array(bytes))
    return record
  }
}
