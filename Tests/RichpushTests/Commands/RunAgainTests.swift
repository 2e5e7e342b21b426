import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RunAgainTests {
  @Test func secondRunWritesNothing() async throws {
    let workspace = try await Workspace.withRenderedSamples()
    let first = try await workspace.report("--base-url", Workspace.baseURL)
    #expect(first["totals"]["rendered"] == 0)
    #expect(first["totals"]["written"] == 16)
    let (assets, requests) = try (workspace.folder.states(of: "public"), workspace.folder.states(of: "payloads"))
    #expect(assets.count == 16)
    #expect(requests.count == 10)

    let second = try await workspace.report("--base-url", Workspace.baseURL)
    #expect(second["totals"]["rendered"] == 0)
    #expect(second["totals"]["cached"] == 16)
    #expect(second["totals"]["written"] == 0)
    #expect(try workspace.folder.states(of: "public") == assets)
    #expect(try workspace.folder.states(of: "payloads") == requests)
    #expect(try workspace.folder.names() == [".richpush-cache", "campaign", "payloads", "pipeline.yml", "public"])

    let elsewhere = try await workspace.report("--base-url", Workspace.baseURL, "--output", "elsewhere", ended: nil)
    #expect(elsewhere["totals"]["rendered"] == 0)
    #expect(elsewhere["totals"]["written"] == 16)
    #expect(try workspace.folder.contents(of: "elsewhere") == workspace.folder.contents(of: "public"))
  }

  /// A run that once published into the campaign adds no messages to the next one.
  @Test func renditionsOfEarlierRunsAreNoSources() async throws {
    let workspace = try Workspace()
    try workspace.addPhotos(1)
    try await workspace.richpush("run", "campaign", "--output", "campaign/public").ended(0)
    let output = try await workspace.richpush("run", "campaign").ended(0)
    #expect(
      output.stdout.contains(
        "warning campaign/public  file.ignored\n  an earlier run published its pictures here (`public/photo-1."),
      "\(output.stdout)")
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "photo-1.json"])
    // With another file among them it is a folder of the campaign's.
    try workspace.folder.copy(Picture.logoPath, to: "campaign/public/logo.png")
    let other = try await workspace.richpush("plan", "campaign")
    #expect(!other.stdout.contains("file.ignored"), "\(other.stdout)")
  }

  @Test func whatChangedAfterItWasPublishedIsFoundByItsName() async throws {
    let workspace = try Workspace()
    try workspace.addDifferentLogos("a.png", "b.png")
    try await workspace.richpush("run", "campaign").ended(0)
    try await workspace.richpush("check", "public").ended(0)
    let names = try workspace.folder.names(in: "public").map { "public/" + $0 }
    try workspace.folder.write(workspace.folder.bytes(of: "campaign/b.png"), to: names[0])
    let output = try await workspace.richpush("check", "public").ended(1)
    #expect(
      output.stdout.contains(
        "error \(names[0])  destination.conflict\n  its bytes are not those that its name was made of"),
      "\(output.stdout)")
    #expect(!output.stdout.contains("error \(names[1])"), "\(output.stdout)")
  }

  @Test func renderingAgainGivesTheSameBytesForAnyNumberOfJobs() async throws {
    let workspace = try Workspace.withSamples()
    let run = try await workspace.report("--base-url", Workspace.baseURL, "--no-cache", "--jobs", "1")
    #expect(run["totals"]["rendered"] == 16)
    let others = try await SampleRun.shared()
    for (folder, count) in [("public", 16), ("payloads", 10)] {
      let single = try workspace.folder.contents(of: folder)
      #expect(single.count == count)
      let several = others.contents(of: folder)
      let different = Set(single.keys).union(several.keys).filter { single[$0] != several[$0] }
      #expect(different.sorted() == [])
    }
    #expect(!workspace.folder.exists(".richpush-cache"))
  }
}
