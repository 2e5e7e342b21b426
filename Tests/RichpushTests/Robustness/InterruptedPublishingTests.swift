import Foundation
import MediaFacts
import TestSupport
import Testing

/// A user ends a run whose store takes for ever.
@Suite(.timeLimit(.minutes(10))) struct InterruptedPublishingTests {
  private static let names = ["a", "b", "c", "d", "e", "f"]

  private func name(_ name: String) -> String { "\(name).\(Picture.logoDigest).png" }

  /// A run of six pictures, of which the store takes three.
  private func workspace(more: String) async throws -> BucketWorkspace {
    let bucket = try await BucketWorkspace(more: more, logos: "former.png")
    try await bucket.richpush("run", "campaign").ended(0)
    try bucket.folder.remove("campaign/former.png")
    for name in Self.names { try bucket.workspace.addLogos(name + ".png") }
    try bucket.server.set(ServerFault(.stall, "PUT", isLasting: true, after: 4))
    return bucket
  }

  /// Ends the program as soon as an upload hangs.
  private func interrupt(_ bucket: BucketWorkspace, _ arguments: String..., signal: Int32) async throws -> ProgramOutput
  {
    async let output = bucket.richpush(arguments)
    // The former picture and three others, and the one that hangs.
    try await waitUntil("an upload hangs") { bucket.uploads.count >= 5 }
    for process in ProcessTable.all(workingIn: bucket.folder.path) {
      if ProcessTable.command(of: process).contains(" \(arguments[0]) ") { kill(process, signal) }
    }
    return try await output
  }

  @Test(.enabled(if: ProcessTable.isThere, "only Linux tells which processes there are"), arguments: [SIGINT, SIGTERM])
  func whatIsPublishedIsFoundAgain(signal: Int32) async throws {
    let bucket = try await workspace(more: "")
    let former = try bucket.folder.states(of: "payloads")
    let start = ContinuousClock.now
    let output = try await interrupt(bucket, "run", "campaign", signal: signal)
    #expect(output.status == 128 + signal)
    #expect(start.duration(to: .now) < .seconds(60))
    #expect(try bucket.folder.states(of: "payloads") == former)
    try expectTidy(bucket)

    let before = bucket.requests().count
    let published = bucket.uploads.prefix(4)
    try bucket.server.set()
    try await bucket.richpush("run", "campaign").ended(0)
    let asked = bucket.requests(since: before)
    #expect(asked.filter { $0.hasPrefix("HEAD") }.sorted() == Self.names.map { "HEAD " + name($0) })
    #expect(
      asked.filter { $0.hasPrefix("PUT") }.sorted()
        == Self.names.map(name).filter { !published.contains($0) }.map { "PUT " + $0 })
    #expect(
      try bucket.folder.files(in: "payloads").filter { !$0.hasPrefix("stale/") } == Self.names.map { $0 + ".json" } + [
        "index.json"
      ])
  }

  @Test(.enabled(if: ProcessTable.isThere, "only Linux tells which processes there are"))
  func publishingWhatIsRenderedIsEndedToo() async throws {
    let bucket = try await workspace(more: "")
    try await bucket.richpush("run", "campaign", "--to", "web").ended(0)
    let output = try await interrupt(bucket, "publish", "public", "--to", "store", signal: SIGINT)
    #expect(output.status == 128 + SIGINT)
    try expectTidy(bucket)
  }

  /// No files of ours are left, and no processes of ours run.
  private func expectTidy(_ bucket: BucketWorkspace) throws {
    #expect(try bucket.folder.names(in: "tmp") == [])
    #expect(try bucket.folder.files().filter { $0.hasSuffix(".tmp") || $0.contains(".richpush-work") } == [])
    #expect(try bucket.folder.names(in: ".richpush-state/store") == ["published.jsonl"])
  }
}
