import Findings
import FuzzSupport

@testable import PushDelivery

/// What people write: pipeline.yml, campaign.yml, messages.csv, and the flags of shards.
extension FuzzTarget {
  static let configuration: [FuzzTarget] = [
    FuzzTarget("yaml", text: tryYAML),
    FuzzTarget(
      "pipeline",
      text: { text in
        let file = PipelineFile(destinations: [S3Bucket.self, DirectoryPlace.self])
        precondition(
          file.read(text).value == file.readable(text) || file.read(text).value == nil, "what is right is readable")
      }),
    FuzzTarget(
      "campaign",
      text: { text in
        let reading = CampaignReading(text)
        precondition(reading.campaign != nil || !reading.diagnostics.isEmpty, "who reads nothing says why")
      }),
    FuzzTarget("table", run: tryTable),
    FuzzTarget("csv", run: tryRecords),
    FuzzTarget(
      "shard",
      text: { text in
        if case .number(let number, let count)? = ShardArgument(text), let shard = Shard(number, of: count) {
          precondition(ShardArgument(shard.description) == .number(shard.number, count: shard.count))
        }
        guard let address = try? SharedCacheAddress(text) else { return }
        precondition((try? SharedCacheAddress(address.description)) == address, "what is written is read as the same")
      }),
  ]

  /// Every value has a place, and no reading of one traps.
  private static func tryYAML(_ text: String) {
    guard let root = YAMLDocument.root(of: text, file: "a.yml").value else { return }
    var reader = YAMLReader()
    walk(root, &reader)
    precondition(reader.diagnostics.count <= YAMLReader.maximumDiagnostics, "the limit is kept")
  }

  private static func walk(_ value: YAMLValue, _ reader: inout YAMLReader) {
    precondition(value.subject.line ?? 1 > 0 && value.subject.column ?? 1 > 0, "places are counted from 1")
    switch value.content {
    case .mapping(let members):
      for member in members { walk(member.value, &reader) }
      _ = reader.mapping(value, known: ["a"])
    case .list(let elements): for element in elements { walk(element, &reader) }
    default: _ = reader.list(value)
    }
  }

  /// The rows of a table are those of its parts, and what is told of a row stands in the table.
  private static func tryTable(_ bytes: [UInt8]) {
    let campaign = "target: {topic: all}\nmessages: messages.csv\n"
    let reading = CampaignReading(campaign, table: bytes)
    let lines = bytes.count { $0 == 0x0A } + 1
    for diagnostic in reading.diagnostics where diagnostic.subject.name == Campaign.tableName {
      precondition((1...lines).contains(diagnostic.subject.line ?? 1), "there is such a line")
    }
  }

  /// Records are cut alike wherever pieces end, and cells that are written down again are the same when they are read again.
  private static func tryRecords(_ bytes: [UInt8]) {
    let records = Array(CSVRecords(bytes))
    for record in records {
      guard let fields = try? CSVCells(record).texts else { continue }
      _ = record.place(ofCell: fields.count)
      let quoted = fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      let again = Array(CSVRecords(Array((quoted + "\n").utf8)))
      precondition(again.count == 1, "what was one record is one")
      guard let readAgain = try? CSVCells(again[0]).texts else { preconditionFailure("what is quoted is read") }
      precondition(
        readAgain.map { Array($0.utf8) } == fields.map { Array($0.utf8) }, "both times it has the same cells")
    }
    guard let cut = TableRange.wholeRecords(of: bytes, isEnd: false, firstLine: 1) else { return }
    let rest = TableRange(bytes: cut.records.bytes.upperBound..<bytes.count, firstLine: cut.nextLine)
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    precondition(
      [cut.records, rest].flatMap { Array(CSVRecords(bytes, in: $0, separator: CSVRecords(bytes).separator)) }
        == records,
      "nothing is lost between pieces")
  }
}
