import TestSupport
import Testing

struct ConcurrentRunsTests {
  @Test func secondRunWaitsForTheFirst() async throws {
    let workspace = try Workspace()
    let photo = try workspace.photo()
    for number in 1...6 {
      try workspace.folder.write(Picture.commented(photo, "\(number)"), to: "first/photo-\(number).jpg")
    }
    try workspace.folder.copy(Picture.logoPath, to: "second/logo.png")
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    async let first = workspace.richpush("run", "first", "--requests", "first-payloads") { _, _ in start.yield() }
    for await _ in started { break }
    let second = try await workspace.richpush("run", "second", "--requests", "second-payloads")
    let outputs = [try await first, second]
    #expect(outputs.map(\.status) == [0, 0])
    let waiting = outputs.map { $0.stderr.contains("another run works on \(workspace.folder.path)") }
    #expect(waiting == [false, true])
    let slugs = try workspace.folder.names(in: "public").compactMap { $0.split(separator: ".").first }
    let photos = (1...6).map { "photo-\($0)" }
    #expect(slugs == ["logo"] + photos.map { $0[...] })
    #expect(try workspace.folder.names(in: "first-payloads") == ["index.json"] + photos.map { $0 + ".json" })
    #expect(try workspace.folder.names(in: "second-payloads") == ["index.json", "logo.json"])
  }

  @Test func sameRunTwiceAtOnceGivesOneCompleteSet() async throws {
    let workspace = try Workspace.withSamples()
    async let first = workspace.richpush("run", "campaign", "--base-url", Workspace.baseURL)
    async let second = workspace.richpush("run", "campaign", "--base-url", Workspace.baseURL)
    let outputs = try await [first, second]
    #expect(outputs.map(\.status) == [0, 0])
    #expect(outputs.count { $0.stderr.contains("waiting for it to end") } == 1)
    #expect(try workspace.folder.names(in: "public").count == 7)
    #expect(try workspace.folder.names(in: "payloads").count == 8)
    #expect(outputs.count { $0.stdout.contains("(7 rendered, 0 from the cache, 7 new files)") } == 1)
    #expect(outputs.count { $0.stdout.contains("(0 rendered, 7 from the cache, 0 new files)") } == 1)
  }
}
