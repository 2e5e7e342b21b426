import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RunAgainTests {
  @Test func secondRunWritesNothing() async throws {
    let workspace = try await Workspace.withRenderedSamples()
    let first = try await workspace.report("--base-url", Workspace.baseURL)
    #expect(first.status == 0)
    #expect(first.report["totals"]["rendered"] == 0)
    #expect(first.report["totals"]["written"] == 16)
    let (assets, requests) = try (workspace.folder.states(of: "public"), workspace.folder.states(of: "payloads"))
    #expect(assets.count == 16)
    #expect(requests.count == 10)

    let second = try await workspace.report("--base-url", Workspace.baseURL)
    #expect(second.status == 0)
    #expect(second.report["totals"]["rendered"] == 0)
    #expect(second.report["totals"]["cached"] == 16)
    #expect(second.report["totals"]["written"] == 0)
    #expect(try workspace.folder.states(of: "public") == assets)
    #expect(try workspace.folder.states(of: "payloads") == requests)
    #expect(try workspace.folder.names() == [".richpush-cache", "campaign", "payloads", "pipeline.yml", "public"])

    let elsewhere = try await workspace.report("--base-url", Workspace.baseURL, "--output", "elsewhere")
    #expect(elsewhere.report["totals"]["rendered"] == 0)
    #expect(elsewhere.report["totals"]["written"] == 16)
    #expect(try workspace.folder.contents(of: "elsewhere") == workspace.folder.contents(of: "public"))
  }

  @Test func renderingAgainGivesTheSameBytesForAnyNumberOfJobs() async throws {
    let workspace = try Workspace.withSamples()
    let run = try await workspace.report("--base-url", Workspace.baseURL, "--no-cache", "--jobs", "1")
    #expect(run.status == 0)
    #expect(run.report["totals"]["rendered"] == 16)
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

  @Test func renderingAgainOverPublishedFilesWritesNone() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    #expect(try await workspace.report().status == 0)
    let states = try workspace.folder.states(of: "public")
    let again = try await workspace.report("--no-cache")
    #expect(again.report["totals"]["rendered"] == 1)
    #expect(again.report["totals"]["cached"] == 0)
    #expect(again.report["totals"]["written"] == 0)
    #expect(try workspace.folder.states(of: "public") == states)
  }

  @Test func requestFolderHoldsExactlyTheGoodRequests() async throws {
    let good = "  - {id: one, image: one.png, title: T, target: {topic: t}}\n"
    let workspace = try Workspace(messages: good + "  - {id: two, image: two.png, title: T, target: {topic: t}}")
    try workspace.addLogos("one.png", "two.png")
    try workspace.folder.write("keep me", to: "payloads/notes.txt")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try workspace.folder.files(in: "payloads") == ["index.json", "notes.txt", "one.json", "two.json"])
    let two = try workspace.folder.bytes(of: "payloads/two.json")

    try workspace.folder.write("broken", to: "campaign/two.png")
    let second = try await workspace.richpush("run", "campaign")
    #expect(second.status == 1)
    #expect(try workspace.folder.files(in: "payloads") == ["index.json", "notes.txt", "one.json", "stale/two.json"])
    #expect(try workspace.folder.bytes(of: "payloads/stale/two.json") == two)
    #expect(try workspace.folder.text(of: "payloads/notes.txt") == "keep me")
    #expect(try JSON(workspace.folder.text(of: "payloads/index.json"))["requests"].elements.map { $0["id"] } == ["one"])

    try workspace.write(messages: good)
    #expect(try await workspace.richpush("run", "campaign").status == 1)
    #expect(try workspace.folder.files(in: "payloads") == ["index.json", "notes.txt", "one.json", "stale/two.json"])
  }
}
