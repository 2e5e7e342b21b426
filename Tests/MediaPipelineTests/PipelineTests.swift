import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Runs whose bucket is lost on the way, with less patience than a run of the program has.
@Suite(.timeLimit(.minutes(10))) struct PipelineTests {
  let folder = TemporaryFolder()
  let server: StoreServer
  private let prefix = "test-\(UUID().uuidString.lowercased())/"

  init() async throws {
    server = try await StoreServer(.s3)
    try folder.createFolder("campaign")
  }

  /// Pictures that need no rendering.
  private func addPictures(_ names: String...) throws {
    for (number, name) in names.enumerated() {
      try folder.write(minimalPNG(width: 64 + number, height: 32), to: "campaign/\(name).png")
    }
  }

  private func settings(verify: String = "off", baseURL: String? = nil) throws -> PipelineSettings {
    let text = """
      publish:
        - {to: s3, endpoint: "\(server.url)", bucket: push-assets, region: eu-west-1, prefix: \(prefix),
           path-style: true, verify: \(verify), base-url: "\(baseURL ?? "\(server.url)/push-assets/\(prefix)")"}
      messages: from-pictures
      defaults: {title: New today, target: {topic: all}}
      profiles: {universal: {}}
      transfers: 1
      """
    let configuration = try #require(PipelineFile.standard.read(text).value)
    let destination = try #require(configuration.resolvedDestination().value)
    let worker = WorkerConfiguration(
      executable: try RichpushBinary.path(), arguments: ["worker", "--memory", "2147483648"], limits: .init())
    var settings = PipelineSettings(
      configuration: configuration, campaignFolder: folder.absolute("campaign"), destination: destination,
      outputFolder: folder.absolute("state"), requestFolder: folder.absolute("payloads"), jobs: 1, worker: worker,
      cacheFolder: nil)
    let key = try #require(server.keys["owner"])
    settings.access = DestinationAccess(
      environment: ["AWS_ACCESS_KEY_ID": key[0], "AWS_SECRET_ACCESS_KEY": key[1]], store: TestDestination.settings,
      patience: .milliseconds(300))
    return settings
  }

  private func run(_ settings: PipelineSettings) async throws -> RunReport { try await Pipeline(settings).run() }

  /// The names, without digests, of the uploaded files.
  private func uploads(since place: Int = 0) -> [String] {
    server.log.dropFirst(place).filter { $0.hasPrefix("PUT") }.compactMap { line in
      line.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
    }
  }

  /// A good run of one picture: its requests stay after later failures.
  private func publishFormer() async throws -> [String: TemporaryFolder.FileState] {
    try addPictures("former")
    #expect(try await run(settings()).totals.errors == 0)
    let former = try folder.states(of: "payloads")
    #expect(former.keys.sorted() == ["former.json", "index.json"])
    return former
  }

  /// From the fourth upload on nothing gets through, until the network is back.
  @Test(arguments: [
    (ServerFault.Action.reset, 0, RuleIdentifier("machine.store-interrupted")), (.lost, 0, "machine.store-interrupted"),
    (.status, 503, "machine.store-busy"),
  ])
  func theNetworkGoesHalfWay(action: ServerFault.Action, status: Int, rule: RuleIdentifier) async throws {
    let former = try await publishFormer()
    try addPictures("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
    try server.set(ServerFault(action, "", status: status, isLasting: true, after: 4))
    let report = try await run(settings())
    #expect(report.hasEnvironmentalErrors)
    let errors = report.diagnostics.filter { $0.severity == .error }
    // Uploads under way when the last one succeeded are reported one by one.
    #expect(Set(errors.map(\.rule)) == [rule] && errors.count <= 4)
    #expect(errors.filter { $0.subject == .init(.destination, "s3") }.count == 1)
    // Uploads under way when the network failed may have succeeded or not.
    #expect((3...6).contains(report.totals.published) && report.totals.requests == 0)
    #expect(report.totals.published + report.totals.failed == 11)
    #expect(report.requests.allSatisfy { $0.status == .withheld })
    #expect(try folder.states(of: "payloads") == former)

    let place = server.log.count
    try server.set()
    let next = try await run(settings())
    #expect(next.totals.errors == 0 && next.totals.published == 11 && next.totals.requests == 11)
    // Uploads that succeeded without an answer are found.
    let failed = report.assets.filter { $0.status == .failed }.map { String($0.path.dropLast(".png".count)) }.sorted()
    // The previous picture is there, whether or not the store could be asked for it.
    let missing = failed.filter { $0 != "former" }
    let uploads = uploads(since: place).sorted()
    switch action {
    // Lost answers and reset connections are not waited for: uploads under way may have been stored or not.
    case .lost, .reset: #expect(Set(uploads).isSubset(of: missing))
    default: #expect(uploads == missing)
    }
    #expect(try folder.files(in: "payloads").count == 12)
  }

  /// A base URL that leads elsewhere: a server without the published files.
  @Test func aWrongBaseURLLeavesTheFormerRequests() async throws {
    let former = try await publishFormer()
    let elsewhere = try await TestServer([ScriptedAnswer]())
    try await expectNothingPublished(settings(verify: "get", baseURL: elsewhere.url("/nothing/")), former: former)
  }

  /// At once: what was just published is there, or it is published nowhere.
  @Test(arguments: [401, 403, 404]) func aBucketThatNobodyMayReadToo(status: Int) async throws {
    let former = try await publishFormer()
    try server.set(ServerFault(.status, "GET", status: status, isLasting: true))
    var settings = try settings(verify: "get")
    settings.access.patience = .seconds(600)
    try await expectNothingPublished(settings, former: former)
  }

  /// A host of the bucket, and one of its URLs, that do not exist.
  @Test(arguments: [true, false]) func aHostThatNobodyHasIsToldAtOnce(isOfStore: Bool) async throws {
    try addPictures("a", "b")
    var settings = try settings(verify: "get", baseURL: "https://nothing.invalid/")
    settings.access.patience = .seconds(600)
    let waits = RecordedWaits()
    settings.access.store.clock = waits.clock
    if isOfStore {
      let text =
        "publish: [{to: s3, endpoint: \"https://nothing.invalid\", bucket: b-1, region: eu-west-1, path-style: true}]"
      let configuration = try #require(PipelineFile.standard.read(text).value)
      settings.destination = try #require(configuration.resolvedDestination().value)
    }
    let report = try await run(settings)
    #expect(report.hasEnvironmentalErrors && waits.all == [], "\(report.diagnostics)")
    #expect(report.diagnostics.filter { $0.severity == .error }.count == 1, "\(report.diagnostics)")
  }

  private func expectNothingPublished(
    _ settings: PipelineSettings, former: [String: TemporaryFolder.FileState]
  ) async throws {
    try addPictures("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
    let report = try await run(settings)
    #expect(report.hasDestinationErrors && !report.hasEnvironmentalErrors)
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors.allSatisfy { $0.subject == .init(.destination, "s3") }, "\(errors)")
    #expect(report.totals.published == 0 && report.totals.failed == 11 && report.totals.refused == 0)
    #expect(report.requests.allSatisfy { $0.status == .withheld })
    #expect(try folder.states(of: "payloads") == former)
  }

  /// One file among many: only its request goes.
  @Test func oneURLThatNeverComesCostsOneFile() async throws {
    _ = try await publishFormer()
    try addPictures("a", "b", "c")
    let changed = ServerFault(.status, "GET", path: "/b.", status: 451, isLasting: true)
    try server.set(changed)
    let report = try await run(settings(verify: "get"))
    #expect(!report.hasDestinationErrors && !report.hasEnvironmentalErrors)
    #expect(report.totals.published == 3 && report.totals.refused == 1 && report.totals.requests == 3)
    #expect(report.diagnostics.filter { $0.severity == .error }.contains { $0.subject == .init(.file, "b.png") })
  }
}
