import Foundation
import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConcurrentRunsTests {
  /// A run ended while it waits does not touch the files of the other.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aRunThatWaitsIsEndedAlone(signal: Int32) async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write("in work", to: "public/.richpush-work-other/file")
    let lock = open(workspace.folder.absolute("public"), O_RDONLY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let output = try await workspace.richpush("run", "campaign") { line, process in
      if line.contains("another run works on") { kill(process, signal) }
    }
    #expect(output.status == 128 + signal)
    #expect(try workspace.folder.files(in: "public") == [".richpush-work-other/file"])
    #expect(!workspace.folder.exists("payloads"))
  }

  @Test func runsOverTwoCampaignsIntoOneFolderLoseNothing() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try workspace.addPhotos(6, to: "first")
    try workspace.folder.copy(Picture.logoPath, to: "second/logo.png")
    async let first = workspace.richpush("run", "first", "--requests", "first-payloads")
    async let second = workspace.richpush("run", "second", "--requests", "second-payloads")
    #expect(try await [first.status, second.status] == [0, 0])
    let slugs = try workspace.folder.names(in: "public").compactMap { $0.split(separator: ".").first }
    let photos = (1...6).map { "photo-\($0)" }
    #expect(slugs == ["logo"] + photos.map { $0[...] })
    #expect(try workspace.folder.names(in: "first-payloads") == ["index.json"] + photos.map { $0 + ".json" })
    #expect(try workspace.folder.names(in: "second-payloads") == ["index.json", "logo.json"])
  }

  @Test func sameRunTwiceAtOnceGivesOneCompleteSet() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try workspace.addPhotos(6)
    async let first = workspace.richpush("run", "campaign")
    async let second = workspace.richpush("run", "campaign")
    let outputs = try await [first, second]
    #expect(outputs.map(\.status) == [0, 0])
    #expect(outputs.count { $0.stderr.contains("waiting for it to end") } == 1)
    #expect(try workspace.folder.names(in: "public").count == 6)
    #expect(try workspace.folder.names(in: "payloads").count == 7)
    #expect(outputs.count { $0.stdout.contains("(6 rendered, 0 from the cache, 6 new files)") } == 1)
    #expect(outputs.count { $0.stdout.contains("(0 rendered, 6 from the cache, 0 new files)") } == 1)
  }
}
