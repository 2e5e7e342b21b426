import TestSupport
import Testing

/// What `plan` and `--dry-run` report, compared with what is done then.
@Suite(.timeLimit(.minutes(10))) struct DryRunTests {
  private static let wrongMessages = """
      - {id: a, media: logo.png, link: "http://shop.example/x"}
      - {id: b, media: logo.png, target: {topic: "new arrivals!"}}
      - {id: c, media: logo.png}
      - {id: d, media: broken.jpg}
    """

  @Test(arguments: [["plan", "campaign"], ["run", "campaign", "--dry-run"]])
  func findsWhatARunFinds(command: [String]) async throws {
    let workspace = try Workspace(messages: Self.wrongMessages, logos: "logo.png")
    try workspace.folder.write(try workspace.photo().prefix(20_000), to: "campaign/broken.jpg")
    let before = try workspace.folder.states()
    let dry = try await workspace.richpush(command + ["--format", "json"])
    #expect(try workspace.folder.states() == before)
    let report = try await workspace.report(ended: 1)
    #expect(dry.status == 1)
    let planned = try JSON(dry.stdout)
    #expect(planned["diagnostics"] == report["diagnostics"])
    #expect(planned.messageStatuses == report.messageStatuses)
    #expect(planned.messageStatuses == ["a": "refused", "b": "refused", "c": "ready", "d": "refused"])
    #expect(planned.pictureStatuses == ["logo.png": "planned", "broken.jpg": "refused"])
    #expect(planned["requests"] == report["requests"])
  }

  @Test func tellsWhatWouldBePublishedAndWithdrawn() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: old.png}\n  - {id: b, media: old.png}")
    try workspace.addLogos("old.png")
    try await workspace.richpush("run", "campaign").ended(0)
    try workspace.addLogos("new.png")
    try workspace.write(messages: "  - {id: a, media: old.png}\n  - {id: c, media: new.png}")
    let before = try workspace.folder.states()
    let output = try await workspace.richpush("plan", "campaign", "--format", "json")
    let report = try JSON(output.stdout)
    #expect(report["changes"] == ["written": ["c.json", "index.json"], "withdrawn": ["b.json"]])
    let renditions = report["assets"].elements.flatMap { $0["renditions"].elements }
    #expect(
      renditions.map { $0["path"] }
        == ["new.\(Picture.logoDigest).png", "old.\(Picture.logoDigest).png"].map { JSON.string($0) })
    #expect(renditions.map { $0["written"] } == [true, false])
    let text = try await workspace.richpush("plan", "campaign").stdout
    #expect(
      text.hasSuffix(
        """
        2 pictures planned: 1 new file of 99.5 kB would be published, 1 there already
        2 requests would be ready in \(workspace.folder.path)/payloads
          new or changed: c.json
          withdrawn to stale/: b.json
        nothing was written
        2 requests to topic `all`
        since the last set: 1 new, 1 unchanged, 1 gone to stale/: b
        next: `richpush run campaign`

        """), "\(text)")
    #expect(try workspace.folder.states() == before)
    // And so it comes.
    try await workspace.richpush("run", "campaign").ended(0)
    #expect(try workspace.folder.names(in: "payloads") == ["a.json", "c.json", "index.json", "stale"])
  }

  @Test func composingCanBeTried() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: a.png}\n  - {id: b, media: a.png}", logos: "a.png")
    try await workspace.richpush("run", "campaign").ended(0)
    try workspace.write(messages: "  - {id: a, media: a.png, title: Another}")
    let before = try workspace.folder.states()
    let compose = ["compose", "payloads/index.json", "campaign", "--format", "json"]
    let dry = try await workspace.richpush(compose + ["--dry-run"]).ended(0)
    #expect(try JSON(dry.stdout)["changes"] == ["written": ["a.json", "index.json"], "withdrawn": ["b.json"]])
    let text = try await workspace.richpush("compose", "payloads/index.json", "campaign", "--dry-run").stdout
    #expect(text.hasSuffix("\nnext: `richpush compose payloads/index.json campaign`\n"), "\(text)")
    #expect(try workspace.folder.states() == before)
    let done = try await workspace.richpush(compose)
    #expect(try JSON(dry.stdout)["requests"] == JSON(done.stdout)["requests"])
    #expect(try workspace.folder.names(in: "payloads") == ["a.json", "index.json", "stale"])
  }

  @Test func publishingCanBeTried() async throws {
    let bucket = try await BucketWorkspace(bucketFirst: false, logos: "a.png", "b.png")
    try await bucket.richpush("run", "campaign").ended(0)
    let before = try bucket.folder.states()
    let output = try await bucket.richpush("publish", "public", "--to", "store", "--dry-run").ended(0)
    #expect(output.stdout.hasSuffix("2 files would be published to store, 2 new\n"), "\(output.stdout)")
    #expect(bucket.requests() == [])
    #expect(try bucket.folder.states() == before)
  }

  @Test(arguments: [
    ["run", "campaign", "--dry-run", "--report", "r.json"],
    ["run", "campaign", "--dry-run", "--contact-sheet", "s.html"],
    ["compose", "index.json", "--dry-run", "--report", "r.json"],
  ])
  func whatWouldWriteIsWrongUsage(arguments: [String]) async throws {
    let workspace = try Workspace()
    let output = try await workspace.richpush(arguments).ended(2)
    #expect(output.stderr.contains("--dry-run writes nothing"), "\(output.stderr)")
  }
}
