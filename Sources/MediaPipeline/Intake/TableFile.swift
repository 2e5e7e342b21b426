import Essentials
import Findings
import PushDelivery
import SystemPackage

/// messages.csv of a campaign folder, with some records at a time in memory.
struct TableFile: Sendable {
  let path: String
  private let state: FileState

  /// The largest that is read, in bytes.
  static let mostBytes = 100_000_000_000

  /// - Throws: `PipelineError.fileSystem`.
  init(_ path: String) throws(PipelineError) {
    self.path = path
    guard FileSystem.kind(of: path).isFile else { throw .fileSystem(FileSystemError("read", path, .invalidArgument)) }
    state = try PipelineError.wrapping(try FileSystem.state(of: path))
    guard byteCount <= Self.mostBytes else {
      throw .campaign([.tooLarge("the file has more than \(Self.mostBytes / 1_000_000_000) GB, and no more are read")])
    }
  }

  var byteCount: Int { state.byteCount }

  /// All records from one on.
  func records(from start: TableRange) -> TableRange {
    TableRange(bytes: min(start.bytes.lowerBound, byteCount)..<byteCount, firstLine: start.firstLine)
  }

  /// The first bytes, or all of a smaller one.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  func beginning(_ count: Int) throws(PipelineError) -> [UInt8] {
    try PipelineError.wrapping(try FileReading.start(of: path, count: min(count, byteCount)))
  }

  /// Whole records, and their range in the table's bytes.
  struct Piece: Sendable {
    let bytes: [UInt8]
    let range: TableRange
  }

  /// Looks at some records at a time, on all processors.
  ///
  /// - Parameters:
  ///   - range: whole records of the table.
  ///   - consume: receives the results in the table's order; false: stop.
  /// - Throws: `PipelineError`, also if the file has changed.
  func forEachPiece<Result: Sendable>(
    in range: TableRange, transform: @Sendable @escaping (Piece) -> Result,
    consume: (Result) throws(PipelineError) -> Bool
  ) async throws(PipelineError) {
    let file = try PipelineError.wrapping(try FileReading.open(path))
    defer { try? file.close() }
    var rest = range
    try await transformInOrder(
      atMost: ProcessInfo.processInfo.activeProcessorCount + 1,
      next: { () throws(PipelineError) in try nextPiece(of: file, &rest) }, transform: transform, consume: consume)
    try requireUnchanged()
  }

  /// How many bytes are processed together: enough to make handing them over cheap.
  private static let pieceByteCount = 1 << 18
  /// No record is longer.
  private static let longestRecord = 200_000_000

  /// The next records; nil after the last. `rest`: the part that was not returned.
  private func nextPiece(of file: FileDescriptor, _ rest: inout TableRange) throws(PipelineError) -> Piece? {
    guard !rest.bytes.isEmpty else { return nil }
    var count = Self.pieceByteCount
    while true {
      let end = min(rest.bytes.lowerBound + count, rest.bytes.upperBound)
      let bytes = try bytes(of: file, rest.bytes.lowerBound..<end)
      if let range = TableRange.wholeRecords(of: bytes, isEnd: end == rest.bytes.upperBound, firstLine: rest.firstLine)
      {
        let end = rest.bytes.lowerBound + range.records.bytes.count
        rest = TableRange(bytes: end..<rest.bytes.upperBound, firstLine: range.nextLine)
        return Piece(bytes: bytes, range: range.records)
      }
      guard count < Self.longestRecord else {
        throw .campaign([
          .tooLarge(
            "a row has more than \(Self.longestRecord / 1_000_000) MB, from line \(rest.firstLine) on: a quotation mark may be "
              + "missing"
          )
        ])
      }
      count *= 4
    }
  }

  private func bytes(of file: FileDescriptor, _ range: Range<Int>) throws(PipelineError) -> [UInt8] {
    do {
      let bytes = try FileReading.bytes(of: file, range)
      // It was truncated.
      guard bytes.count == range.count else { throw Errno.ioError }
      return bytes
    } catch { throw .fileSystem(FileSystemError("read", path, error as? Errno ?? .ioError)) }
  }

  /// Results only apply to the same bytes.
  private func requireUnchanged() throws(PipelineError) {
    guard (try? FileSystem.state(of: path)) == state else { throw .campaign([.changedTable]) }
  }
}

extension Diagnostic {
  fileprivate static func tooLarge(_ message: String) -> Diagnostic {
    Diagnostic(
      .campaignTable, .init(.configuration, Campaign.tableName), message,
      remedy: "split the campaign into several folders, or fix the row")
  }

  fileprivate static let changedTable = Diagnostic(
    .campaignTable, .init(.configuration, Campaign.tableName),
    "the file was changed while it was read, so that its rows may be of two versions",
    remedy: "run again when no program writes to it")
}
