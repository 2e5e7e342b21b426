import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Tables that are so large that sets have parts, which shards compose. What is large is set low.
@Suite(.timeLimit(.minutes(10))) struct ShardRowsTests {
  /// A run with folders of its own.
  private struct Run {
    let folder: TemporaryFolder
    var settings: PipelineSettings

    init(_ table: String, formats: String = "[fcm-v1-jsonl]") throws {
      folder = try TemporaryFolder()
      try folder.createFolder("campaign")
      try folder.write(minimalPNG(width: 64, height: 32), to: "campaign/a.png")
      try folder.write(minimalPNG(width: 65, height: 32), to: "campaign/b.png")
      try folder.write(table, to: "campaign/messages.csv")
      let text = """
        publish: [{to: directory, path: public, base-url: "https://static.example.com/p/"}]
        compose: {formats: \(formats), project: shop-1, validate-only: true}
        profiles: {universal: {}}
        """
      let configuration = try #require(PipelineFile.standard.read(text).value)
      let destination = try #require(configuration.resolvedDestination().value)
      let worker = WorkerConfiguration(
        executable: try RichpushBinary.path(), arguments: ["worker", "--memory", "2147483648"], limits: .init())
      settings = PipelineSettings(
        configuration: configuration, campaignFolder: folder.absolute("campaign"), destination: destination,
        outputFolder: folder.absolute("public"), requestFolder: folder.absolute("payloads"), jobs: 1, worker: worker,
        cacheFolder: nil)
      settings.tableBlockBytes = 1000
    }

    func plan(_ count: Int) async throws {
      _ = try await RunPlanner(
        settings, frozen: .init(configurationPath: "pipeline.yml", configurationText: "", overrides: [:]), shards: count
      ).save(to: folder.absolute("plan.json"))
    }

    private var planned: PlannedRun {
      PlannedRun(plan: folder.absolute("plan.json"), results: .folder(folder.absolute("shards")), settings: settings)
    }

    func shard(_ number: Int, of count: Int) async throws -> ShardReport {
      try await planned.run(#require(Shard(number, of: count)))
    }

    func merge() async throws -> RunReport { try await planned.merge() }

    /// The names of the blocks that shards have left.
    var blocks: [String] { get throws { try folder.names(in: "shards").filter { $0.hasPrefix("block-") } } }
  }

  /// Rows with all there is to tell: two that have one identifier, one without its picture, texts with quotes and line breaks.
  private static func table(_ count: Int) -> String {
    var rows = ["id,image,title,body,token"]
    for number in 0..<count {
      let picture = number % 5 == 0 ? "" : number % 2 == 0 ? "a.png" : "b.png"
      rows.append("m\(number),\(picture),\"Hello, \"\"\(number)\"\"\",\"two\nlines\",token-\(number)")
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static let faulty = table(200) + "m7,a.png,T,B,again\nlost,none.png,T,B,t\n"

  private func expectSame(_ run: Run, as other: Run) throws {
    for folder in ["public", "payloads"] {
      #expect(try run.folder.contents(of: folder) == other.folder.contents(of: folder))
    }
  }

  /// As they are written: what a shard leaves is rounded as the report is.
  private func expectSame(_ report: RunReport, _ other: RunReport) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let isSame = try encoder.encode(report) == encoder.encode(other)
    #expect(isSame)
  }

  @Test func largeTablesGiveParts() async throws {
    let run = try Run(Self.table(200))
    let report = try await Pipeline(run.settings).run()
    #expect(report.totals.requests == 200 && report.requests.count == 200 && report.requests[3].id == "m3")
    let names = try run.folder.names(in: "payloads")
    let parts = names.filter { $0.hasPrefix("requests-") }
    #expect(parts.count > 3 && !names.contains("requests.jsonl"))
    #expect(names.count == parts.count * 2 + 2)
    let lines = try parts.flatMap { try run.folder.text(of: "payloads/" + $0).split(separator: "\n") }
    #expect(lines.count == 200)
    let index = try JSON(run.folder.text(of: "payloads/index.json"))
    #expect(index["version"] == 2 && index["requests"] == [])
    let counts = index["parts"].elements.compactMap(\.["requests"].number)
    #expect(counts.count == parts.count && counts.reduce(0, +) == 200)
    for part in index["parts"].elements {
      let name = try #require(part["file"].string)
      let entries = try run.folder.text(of: "payloads/" + name).split(separator: "\n")
      #expect(Double(entries.count) == part["requests"].number)
      for file in [part] + part["sets"].elements {
        let bytes = try run.folder.bytes(of: "payloads/" + #require(file["file"].string))
        #expect(ContentDigest(of: bytes).hex == file["sha256"].string && Double(bytes.count) == file["bytes"].number)
      }
    }
  }

  @Test func whatHasChangedIsTold() async throws {
    let run = try Run(Self.table(200))
    _ = try await Pipeline(run.settings).run()
    let states = try run.folder.states(of: "payloads")
    #expect(try await Pipeline(run.settings).run().recipients?.changes == Recipients.Changes(unchanged: 200))
    #expect(try run.folder.states(of: "payloads") == states)
    try run.folder.write(Self.table(190).replacing("token-150", with: "other"), to: "campaign/messages.csv")
    let changes = try #require(try await Pipeline(run.settings).run().recipients?.changes)
    #expect(changes.unchanged == 189 && changes.changed == 1 && changes.new == 0)
    #expect(changes.gone == (190..<200).map { "m\($0)" })
  }

  /// A set that has become small has no parts, and what had been is withdrawn.
  @Test func partsComeAndGo() async throws {
    let run = try Run(Self.table(3))
    _ = try await Pipeline(run.settings).run()
    #expect(try run.folder.names(in: "payloads").contains("requests.jsonl"))
    try run.folder.write(Self.table(200), to: "campaign/messages.csv")
    let grown = try await Pipeline(run.settings).run()
    #expect(grown.recipients?.changes == Recipients.Changes(new: 197, unchanged: 3))
    #expect(try run.folder.names(in: "payloads/stale").contains("requests.jsonl"))
    try run.folder.write(Self.table(3), to: "campaign/messages.csv")
    let shrunk = try await Pipeline(run.settings).run()
    #expect(shrunk.recipients?.changes?.unchanged == 3 && shrunk.recipients?.changes?.gone.count == 197)
    let names = try run.folder.names(in: "payloads")
    #expect(!names.contains { $0.contains("-0000") } && names.contains("requests.jsonl"))
    #expect(try run.folder.names(in: "payloads/stale").contains("index-00001.jsonl"))
  }

  /// Forms with a file for each request have no parts, however many there are, nor has a program.
  @Test(arguments: [("[fcm-v1, fcm-v1-jsonl]", "m59.json"), ("[fcm-v1-jsonl, admin-node]", "messages.mjs")])
  func otherFormsHaveNoParts(formats: String, file: String) async throws {
    let run = try Run(Self.table(60), formats: formats)
    _ = try await Pipeline(run.settings).run()
    let names = try run.folder.names(in: "payloads")
    #expect(names.contains(file) && names.contains("requests.jsonl") && !names.contains("index-00001.jsonl"))
  }

  @Test(arguments: [1, 3, 64]) func anyNumberOfShardsComesToTheSame(count: Int) async throws {
    let (whole, run) = (try Run(Self.faulty), try Run(Self.faulty))
    let report = try await Pipeline(whole.settings).run()
    try await run.plan(count)
    for number in (1...count).reversed() { _ = try await run.shard(number, of: count) }
    // Few pictures hold nobody up: every shard has composed its rows.
    let parts = try whole.folder.names(in: "payloads").count { $0.hasPrefix("index-") }
    #expect(try run.blocks.count == parts)
    try expectSame(try await run.merge(), report)
    try expectSame(run, as: whole)
    #expect(report.totals.refusedRequests == 2 && report.totals.requests == 199)
  }

  private func mode(_ path: String, in run: Run) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: run.folder.absolute(path))[.posixPermissions] as? Int
  }

  /// Their rows name tokens. What is made of them in a request folder that is there is as open as that folder.
  @Test(arguments: [false, true]) func blocksAreTheUsersAlone(hasFolder: Bool) async throws {
    let run = try Run(Self.table(200))
    if hasFolder { try run.folder.createFolder("payloads") }
    try await run.plan(1)
    _ = try await run.shard(1, of: 1)
    let block = "shards/" + (try #require(try run.blocks.first { $0.hasPrefix("block-1.") }))
    #expect(try mode(block, in: run) == 0o700)
    #expect(try mode(block + "/validate-only", in: run) == 0o700)
    for name in ["requests-00001.jsonl", "outcomes", "block.json"] {
      #expect(try mode(block + "/" + name, in: run) == 0o600)
    }
    let usual = try #require(try mode(hasFolder ? "payloads" : block, in: run))
    _ = try await run.merge()
    #expect(try mode("payloads", in: run) == usual)
    #expect(try mode("payloads/requests-00001.jsonl", in: run) == usual & 0o644)
    #expect(try mode(block + "/requests-00001.jsonl", in: run) == 0o600)
  }

  @Test func whatWasDoneIsNotDoneAgain() async throws {
    let run = try Run(Self.table(200))
    try await run.plan(2)
    for number in [1, 2] {
      let rows = try #require(try await run.shard(number, of: 2).rows)
      #expect(rows.composed == rows.all && rows.all > 1)
    }
    let states = try run.folder.states(of: "shards")
    #expect(try await run.shard(1, of: 2).wasDone)
    #expect(try run.folder.states(of: "shards") == states)
  }

  /// What was cut, changed or taken away is composed by the merge.
  @Test(arguments: [
    "requests-00001.jsonl", "index-00001.jsonl", "outcomes", "block.json", "validate-only/requests-00001.jsonl",
  ])
  func damagedBlocksDoNoHarm(file: String) async throws {
    let (whole, run) = (try Run(Self.table(200)), try Run(Self.table(200)))
    let report = try await Pipeline(whole.settings).run()
    try await run.plan(1)
    _ = try await run.shard(1, of: 1)
    let block = try #require(try run.blocks.first { $0.hasPrefix("block-1.") })
    let path = "shards/\(block)/\(file)"
    try run.folder.write(Array(run.folder.bytes(of: path).dropLast()), to: path)
    try expectSame(try await run.merge(), report)
    try expectSame(run, as: whole)
  }

  @Test func rowsThatChangeSincePlanningAreRefused() async throws {
    let run = try Run(Self.table(200))
    try await run.plan(1)
    try run.folder.write(Self.table(200).replacing("token-100", with: "token-999"), to: "campaign/messages.csv")
    let error = await #expect(throws: PipelineError.self) { _ = try await run.shard(1, of: 1) }
    #expect(error?.diagnostics.map(\.rule) == [Incident.campaignChangedSince.id])
    await #expect(throws: PipelineError.self) { _ = try await run.merge() }
  }

  /// What richpush wrote it finds good, as a folder and file by file, and the parts of the index are no requests.
  @Test func partsAreChecked() async throws {
    let run = try Run(Self.table(200))
    _ = try await Pipeline(run.settings).run()
    let program = Program(try RichpushBinary.path())
    for path in ["payloads", "payloads/requests-00001.jsonl"] {
      let output = try await program.run(["check", "--trial", path], workingDirectory: run.folder.absolute(""))
      #expect(output.status == 0, "\(path): \(output.stdout)\(output.stderr)")
    }
  }
}
