import Findings
import PushDelivery
import TestSupport
import Testing

/// A table read in parts gives the same as one read as a whole.
@Suite struct TablePartTests {
  private static let defaults = MessageDefaults(target: .topic("all"))
  private static let files = TableFiles(paths: ["a.jpg", "b/c.mp4", "i.mp4"], profiles: Profile.standard)

  private struct Piece {
    let bytes: [UInt8]
    let range: TableRange
  }

  /// The rows in pieces of some records each.
  private static func pieces(of bytes: [UInt8], _ start: TableRange, count: Int) -> [Piece] {
    var (pieces, rest) = ([Piece](), start)
    while !rest.bytes.isEmpty {
      var length = count
      while true {
        let end = min(rest.bytes.lowerBound + length, rest.bytes.upperBound)
        let piece = Array(bytes[rest.bytes.lowerBound..<end])
        if let found = TableRange.wholeRecords(
          of: piece, isEnd: end == rest.bytes.upperBound, firstLine: rest.firstLine)
        {
          pieces.append(Piece(bytes: piece, range: found.records))
          rest = TableRange(
            bytes: rest.bytes.lowerBound + found.records.bytes.count..<rest.bytes.upperBound, firstLine: found.nextLine)
          break
        }
        length += count
      }
    }
    return pieces
  }

  private struct Outcome: Equatable {
    var messages: [CampaignMessage]?
    var refused: [String]
    var diagnostics: [Diagnostic]

    /// Without findings about all messages together: parts also know messages that are refused later.
    func ofRows(besides other: Outcome) -> Outcome {
      let isLost = (diagnostics + other.diagnostics).contains { $0.rule == Incident.campaignPersonalTopic.id }
      return Outcome(
        messages: isLost ? nil : messages, refused: refused,
        diagnostics: diagnostics.filter { !MessageRecipeTests.together.contains($0.rule) })
    }
  }

  /// As a run goes through a table.
  private static func parts(_ campaign: String, _ bytes: [UInt8], count: Int) -> Outcome? {
    guard
      let (begun, rows) = MessageReading.ofTable(
        campaign, file: "campaign.yml", beginning: bytes, defaults: defaults, files)
    else { return nil }
    var (reading, messages) = (begun, [CampaignMessage]())
    for piece in pieces(of: bytes, rows.start, count: count) {
      var part = rows.part(of: piece.bytes, piece.range)
      messages += part.takeMessages()
      guard reading.add(part) else { break }
    }
    let shared = reading.takeShared()
    let lost = reading.compare(shared.candidates(among: messages), shared)
    if !lost.isEmpty {
      messages.removeAll { lost.contains($0.origin) }
      reading.addRemaining(messages)
    }
    let lines = reading.linesToLocate()
    let found = reading.finish(CSVRecords(bytes).filter { lines.contains($0.line) })
    let missing = Campaign(messages: reading.troubled).resolve(against: ["a.jpg", "b/c.mp4", "i.mp4"])
    #expect(missing.messages.isEmpty)
    #expect(!found.isUsable || reading.count == messages.count)
    #expect(!found.isUsable || Set(reading.uses.map { MediaUse($0) }) == Set(messages.map { MediaUse($0) }))
    return Outcome(
      messages: found.isUsable ? messages : nil, refused: found.refused,
      diagnostics: found.diagnostics + (found.isUsable ? missing.diagnostics : []))
  }

  private static func whole(_ campaign: String, _ bytes: [UInt8]) -> Outcome {
    let reading = CampaignReading(campaign, table: bytes, defaults: defaults)
    let resolved = reading.campaign?.resolve(against: ["a.jpg", "b/c.mp4", "i.mp4"])
    return Outcome(
      messages: resolved?.messages, refused: reading.refused,
      diagnostics: reading.diagnostics + (resolved?.diagnostics ?? []))
  }

  @Test(arguments: MessageRecipeTests.tables, [1, 60, 5000])
  func partsAreTheWhole(_ table: MessageRecipeTests.Table, _ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for isOdd in [true, false] {
      let rows = table.rows(70, isOdd: isOdd, &random)
      let bytes = Array((table.columns + "\r\n" + rows.joined(separator: "\r\n")).utf8)
      let whole = Self.whole(table.campaign, bytes)
      let parts = Self.parts(table.campaign, bytes, count: count)
      #expect(parts?.ofRows(besides: whole) == whole.ofRows(besides: parts ?? whole))
    }
  }

  @Test func whatConcernsAllRowsIsLeftToWhoReadsTheWhole() {
    let table = Array("id,title,topic\na,T,t\n".utf8)
    #expect(Self.parts("messages: [{id: a, target: {topic: t}}]", table, count: 10) == nil)
    #expect(Self.parts("defaults: {", table, count: 10) == nil)
    #expect(Self.parts("", Array("title\nT\n".utf8), count: 10) == nil)
    #expect(Self.parts("", Array("id,\"title\nT\n".utf8), count: 10) == nil)
    #expect(Self.parts("", table, count: 10)?.messages?.count == 1)
  }

  private static let rows: [String] = [
    "", ",,\n,,\n,,\n", "\n\n\n\n", ",,\n,,\na,T,t\n,,\n,,\n", ",,\na b,T,t\n,,\n", "a,T,t\na,T,t\n", ",,\n\"\n",
    "a\nb,T\nc,T,t,,\n", (0..<1500).map { "a/\($0),T,t\n" }.joined(),
  ]

  /// A quote that is not closed, a cell in no column, tables of few messages or none, and a thousand problems.
  static let odd: [String] =
    rows.map { "id,title,topic\n" + $0 } + rows.map { "id,title,topic,name\n" + $0 } + [
      "id,title,topic\na,T,t\na,T,t\nb,\"U,t\nc,V,t\n", "id,title,topic,\na,T,t,\n,,,\nb,T,t,x\nc,T,t,y\n",
    ]

  @Test(arguments: odd) func partsOfOddTablesAreTheWhole(_ text: String) {
    let table = Array(text.utf8)
    for count in [5, 3000] { #expect(Self.parts("", table, count: count) == Self.whole("", table)) }
  }
}
