import Essentials
import Findings
import PushDelivery
import SystemPackage

/// The files of a campaign folder that hold its messages.
enum CampaignFiles {
  /// Keys and texts; messages may be in `Campaign.tableName`.
  static let campaign = "campaign.yml"

  /// The names that are text and not media.
  static let names: Set<String> = [campaign, Campaign.tableName]

  /// The most bytes of each in memory at once. In a larger table, errors about all rows are found in the first of them.
  private static let limits = [campaign: 1_000_000, Campaign.tableName: 200_000_000]

  /// The messages of a folder and their errors; nil if it has neither file.
  ///
  /// - Parameter folder: with every link resolved.
  /// - Throws: `PipelineError` if a file cannot be read, or is a link that leads out of the folder.
  static func read(in folder: String, defaults: MessageDefaults) throws(PipelineError) -> CampaignReading? {
    let text = try text(in: folder)
    let table = try table(in: folder)
    guard text != nil || table != nil else { return nil }
    let limit = limits[Campaign.tableName] ?? 0
    let bytes = try table.map { table throws(PipelineError) in
      let bytes = try table.beginning(limit)
      guard bytes.count < table.byteCount else { return bytes }
      let whole = TableRange.wholeRecords(of: bytes, isEnd: false, firstLine: 1)?.records.bytes.upperBound
      return Array(bytes[..<(whole ?? bytes.count)])
    }
    return CampaignReading(text ?? "", file: campaign, table: bytes, defaults: defaults)
  }

  /// The text of campaign.yml; nil if it is missing.
  ///
  /// - Throws: as `read`.
  static func text(in folder: String) throws(PipelineError) -> String? {
    guard let path = try path(of: campaign, in: folder) else { return nil }
    // A byte order mark, and a byte more than is read, which shows that a text is too long.
    let count = (limits[campaign] ?? 0) + 4
    return String(decoding: try PipelineError.wrapping(try FileReading.start(of: path, count: count)), as: UTF8.self)
  }

  /// The table; nil if it is missing.
  ///
  /// - Throws: as `read`.
  static func table(in folder: String) throws(PipelineError) -> TableFile? {
    guard let path = try path(of: Campaign.tableName, in: folder) else { return nil }
    return try TableFile(path)
  }

  private static func path(of name: String, in folder: String) throws(PipelineError) -> String? {
    let path = folder + "/" + name
    guard FileSystem.exists(path) else { return nil }
    guard FileSystem.canonicalPath(path)?.hasPrefix(folder == "/" ? "/" : folder + "/") == true else {
      throw .refused(.campaign("strayLink"), .init(.configuration, name))
    }
    let object: String
    switch FileSystem.kind(of: path) {
    case .folder: object = "a folder"
    case .other: object = "a pipe, a socket or a device"
    case .file, .missing, .unreadable: return path
    }
    throw .refused(.campaign(name == Campaign.tableName ? "noTable" : "noText", object), .init(.configuration, name))
  }
}

/// messages.csv of a campaign folder, with some records at a time in memory.
struct TableFile: Sendable {
  let path: String
  private let state: FileState

  /// The largest that is read, in bytes.
  static let mostBytes = 100_000_000_000
  private static let place = Diagnostic.Subject(.configuration, Campaign.tableName)

  /// - Throws: `PipelineError.fileSystem`.
  init(_ path: String) throws(PipelineError) {
    self.path = path
    guard FileSystem.kind(of: path).isFile else { throw .fileSystem(FileSystemError("read", path, .invalidArgument)) }
    state = try PipelineError.wrapping(try FileSystem.state(of: path))
    guard byteCount <= Self.mostBytes else {
      throw .refused(.campaign("largeTable", "\(Self.mostBytes / 1_000_000_000)"), Self.place)
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
    // Results only apply to the same bytes.
    guard (try? FileSystem.state(of: path)) == state else { throw .refused(.campaign("changedTable"), Self.place) }
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
        throw .refused(.campaign("longRow", "\(Self.longestRecord / 1_000_000)", "\(rest.firstLine)"), Self.place)
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
}
