import Essentials
package import Findings
package import PushDelivery

/// The messages of a campaign, some at a time.
struct MessageParts: Sendable {
  private let parts: [@Sendable () -> [CampaignMessage]]

  /// How many messages one task gets: enough to make handing over cheap, few enough to save memory.
  private static let size = 100

  init(_ messages: StoredValues<CampaignMessage>) {
    parts = stride(from: 0, to: messages.count, by: Self.size).map { start in
      { Array(messages[start..<min(start + Self.size, messages.count)]) }
    }
  }

  /// Takes those of a table. They are read once and kept in a file, so that memory does not grow with their number.
  ///
  /// - Parameter skipped: the lines of rows that are refused because of other rows.
  fileprivate init(_ spool: MessageSpool, without skipped: Set<Int> = []) {
    parts = spool.parts.map { part in
      { skipped.isEmpty ? part() : part().filter { !skipped.contains($0.origin.line ?? 0) } }
    }
  }

  /// Processes all of them, part by part, on all processors.
  ///
  /// - Throws: the error of `consume`.
  func forEach<Result: Sendable, Failure: Error>(
    transform: @Sendable @escaping ([CampaignMessage]) -> Result, consume: (Result) throws(Failure) -> Void
  ) async throws(Failure) {
    try await parts.forEachInOrder(
      atMost: ProcessInfo.processInfo.activeProcessorCount + 1, { transform($0()) }, consume: consume)
  }

  /// Those that a function picks from each part, in their order.
  func picked(_ pick: @Sendable @escaping ([CampaignMessage]) -> [CampaignMessage]) async -> [CampaignMessage] {
    var all: [CampaignMessage] = []
    await forEach(transform: pick) { all += $0 }
    return all
  }
}

/// The result of reading a table.
struct TableIntake: Sendable {
  /// The good messages.
  let messages: MessageParts
  /// Whether no error concerns all messages.
  let isUsable: Bool
  /// One for each way of using files, in the order of the table.
  var uses: [CampaignMessage] = []
  var refused: [String] = []
  var diagnostics: [Diagnostic] = []
  /// Messages with files that are missing, or cropped otherwise.
  var troubled: [CampaignMessage] = []
  /// Messages of refused rows, as far as they could be read.
  var wrong: [CampaignMessage] = []

  /// Reads a table.
  ///
  /// - Throws: `PipelineError` if it cannot be read, or its messages cannot be kept.
  init(_ begun: MessageReading, _ rows: TableRows, of file: TableFile) async throws(PipelineError) {
    var (reading, spool) = (begun, MessageSpool())
    try await file.forEachPiece(in: file.records(from: rows.start)) { piece in
      var part = rows.part(of: piece.bytes, piece.range)
      let stored = StoredMessages.bytes(of: part.takeMessages())
      return (part: part, stored: stored, byteCount: piece.range.bytes.count)
    } consume: { found throws(PipelineError) in
      // The number of rows, if all were as long as the first ones.
      if spool.parts.isEmpty {
        reading.expect(found.part.count * (file.byteCount / max(1, found.byteCount) + 1) / 8 * 9)
      }
      try PipelineError.wrapping(try spool.append(found.stored))
      return reading.add(found.part)
    }
    let skipped = await Self.compare(&reading, spool)
    let located = try await Self.records(of: file, rows, in: reading.linesToLocate())
    let found = reading.finish(located)
    (refused, diagnostics) = (found.refused, found.diagnostics + reading.missing)
    (uses, troubled, wrong) = (reading.uses, reading.troubled, reading.wrong)
    (messages, isUsable) = (MessageParts(spool, without: skipped), found.isUsable)
  }

  /// - Returns: the lines of the rows that are refused because of others.
  private static func compare(_ reading: inout MessageReading, _ spool: MessageSpool) async -> Set<Int> {
    let shared = reading.takeShared()
    guard !shared.isEmpty else { return [] }
    let candidates = await MessageParts(spool).picked { shared.candidates(among: $0) }
    let skipped = Set(reading.compare(candidates, shared).compactMap(\.line))
    guard !skipped.isEmpty else { return [] }
    var whole = reading
    await MessageParts(spool, without: skipped).forEach(transform: { $0 }, consume: { whole.addRemaining($0) })
    reading = whole
    return skipped
  }

  /// The records that begin in some lines.
  private static func records(
    of file: TableFile, _ rows: TableRows, in lines: Set<Int>
  ) async throws(PipelineError) -> [CSVRecords.Record] {
    guard let last = lines.max() else { return [] }
    var found: [CSVRecords.Record] = []
    let separator = rows.separator
    try await file.forEachPiece(in: file.records(from: rows.head)) { piece in
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

/// The messages of a table, kept in a file from reading them until composing requests.
package struct MessageSpool: Sendable {
  /// Consecutive messages, read when they are asked for.
  package private(set) var parts: [@Sendable () -> [CampaignMessage]] = []
  private var spool = Spool()
  private let shapes = SharedShapes()

  package init() {}

  /// Adds the next messages.
  ///
  /// - Throws: `FileSystemError` if they must be spooled to disk and there is no room.
  package mutating func append(_ stored: [UInt8]) throws(FileSystemError) {
    let (bytes, shapes) = (try spool.keep(stored), shapes)
    parts.append { StoredMessages.messages(in: bytes(), shapes) }
  }
}

/// Shapes that several parts have, by bytes: equal texts may differ in them.
package typealias SharedShapes = KnownResults<[UInt8], MessageShape>

/// Messages of a table as bytes, which only this process reads.
package enum StoredMessages {
  package static func bytes(of messages: [CampaignMessage]) -> [UInt8] {
    var (writer, shapes) = (CompactWriter(), [ObjectIdentifier: Int]())
    for message in messages {
      let number = shapes[ObjectIdentifier(message.shape)] ?? shapes.count
      writer.add(number)
      if number == shapes.count {
        shapes[ObjectIdentifier(message.shape)] = number
        writer.add((try? JSONText.compact(message.shape.contents)) ?? [])
      }
      let (line, kind) = (message.origin.line ?? 0, kinds.firstIndex(of: message.target.kind) ?? 0)
      writer.add(line, kind, message.id, message.title, message.body, message.link, message.target.text)
      writer.add(message.dataValues)
    }
    return writer.bytes
  }

  package static func messages(in bytes: [UInt8], _ shared: SharedShapes) -> [CampaignMessage] {
    do throws(CompactReader.Damage) { return try read(bytes, shared) } catch {
      // Only this process has the bytes, and continuing without messages would report wrong results.
      fatalError("messages that this program keeps cannot be read any more")
    }
  }

  private static func read(_ bytes: [UInt8], _ shared: SharedShapes) throws(CompactReader.Damage) -> [CampaignMessage] {
    var (reader, shapes, messages) = (CompactReader(bytes), [MessageShape](), [CampaignMessage]())
    while !reader.isAtEnd {
      let number: Int = try reader()
      if number == shapes.count { shapes.append(try shape(try reader.text(), shared)) }
      let (line, kind): (Int, Int) = (try reader(), try reader())
      let (id, title, body, link): (String, String?, String?, String?) = (
        try reader(), try reader(), try reader(), try reader()
      )
      messages.append(
        CampaignMessage(
          shapes[number], id: id, title: title, body: body, target: MessageTarget(kinds[kind], try reader()),
          link: link,
          dataValues: try reader(), origin: .init(.configuration, Campaign.tableName, line: line)))
    }
    return messages
  }

  /// The shape that was written as these bytes.
  private static func shape(_ bytes: [UInt8], _ shared: SharedShapes) throws(CompactReader.Damage) -> MessageShape {
    try shared.result(for: bytes) { () throws(CompactReader.Damage) in
      guard let contents = try? JSONDecoder().decode(MessageShape.Contents.self, from: Data(bytes)) else {
        throw CompactReader.Damage()
      }
      return MessageShape(contents)
    }
  }

  private static let kinds = MessageTarget.Kind.allCases
}
