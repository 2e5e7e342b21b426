import Findings
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// The results of a check over all its targets.
@Suite(.timeLimit(.minutes(10))) struct CheckerTests {
  let folder = TemporaryFolder()
  private static let request = #"{"message": {"topic": "spring", "notification": {"title": "Spring is here"}}}"#

  @Test func tellsHowManyFilesThereAreAndOfEach() async throws {
    for name in ["campaign/one.png", "campaign/two.png", "asset.png"] {
      try folder.write(minimalPNG(width: 600, height: 300), to: name)
    }
    for name in ["a.json", "b.json"] { try folder.write(Self.request, to: name) }
    let events = EventLog()
    var run = try CheckRun(
      configuration: .init(
        messageDefaults: .init(title: "Fresh bread", target: .topic("spring")), makesMessagesFromPictures: true))
    run.observe = events.take
    _ = try await run([
      .campaign(folder: folder.absolute("campaign")), .media(path: folder.absolute("asset.png")),
      .request(path: folder.absolute("a.json")), .request(path: folder.absolute("b.json")),
    ])
    #expect(events.all.first == .found(3))
    #expect(events.all.filter { if case .found = $0 { true } else { false } } == [.found(3), .found(2)])
    #expect(events.all.count { $0 == .finished } == 5)
    let began = ["one.png", "two.png"] + ["asset.png", "a.json", "b.json"].map(folder.absolute)
    #expect(Set(events.all.filter { if case .began = $0 { true } else { false } }) == Set(began.map { .began($0) }))
  }

  /// A rule is added to a list, and the checker reads the list.
  @Test func aNewRuleIsLookedAt() async throws {
    try folder.write(minimalPNG(width: 600, height: 300), to: "asset.png")
    let target = CheckTarget.media(path: folder.absolute("asset.png"))
    var run = try CheckRun()
    let known = try await run([target]).diagnostics
    run.settings.rules = ToyRule.catalog
    let found = try await run([target]).diagnostics
    #expect(found.filter { !known.contains($0) }.map(\.rule) == [ToyRule.fewBytes.description.id])
    run.settings.rules = RuleCatalog(media: [ToyRule.fewBytes])
    #expect(try await run([target]).diagnostics.map(\.remedy) == ["make it smaller"])
  }

  @Test func requestsNeedNoWorker() async throws {
    try folder.write(Self.request, to: "a.json")
    try folder.write(minimalPNG(width: 600, height: 300), to: "asset.png")
    let (request, asset) = (folder.absolute("a.json"), folder.absolute("asset.png"))
    var run = try CheckRun()
    run.settings.pipeline.worker = WorkerConfiguration(
      executable: "/bin/sh", arguments: ["-c", "touch '\(folder.absolute("started"))'"], limits: .init())
    #expect(try await run([.request(path: request)]).diagnostics == [])
    #expect(!folder.exists("started"))
    _ = try await run([.request(path: request), .media(path: asset)])
    #expect(folder.exists("started"))
  }
}

/// Everything that a check told, in its order.
private final class EventLog: Sendable {
  private let events = Mutex<[CheckEvent]>([])

  var all: [CheckEvent] { events.withLock { $0 } }

  func take(_ event: CheckEvent) { events.withLock { $0.append(event) } }
}
