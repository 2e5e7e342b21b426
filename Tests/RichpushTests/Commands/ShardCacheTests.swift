import Foundation
import TestSupport
import Testing

/// Shards that share a bucket as their cache.
@Suite(.timeLimit(.minutes(10))) struct ShardCacheTests {
  private let folder: TemporaryFolder
  /// A test's own, since the store is shared.
  private let prefix = "test-\(UUID().uuidString.lowercased())/cache"

  init() throws { folder = try TemporaryFolder() }

  private func environment(_ kind: StoreServer.Kind, _ server: StoreServer, user: String = "owner") async throws
    -> [String: String]
  {
    switch kind {
    case .s3:
      let key = server.keys[user] ?? ["nobody", "nothing"]
      return [
        "AWS_ENDPOINT_URL_S3": server.url, "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": key[0],
        "AWS_SECRET_ACCESS_KEY": key[1], "AWS_SESSION_TOKEN": "", "RICHPUSH_TRIAL": "true",
      ]
    default:
      try folder.write(try await TestKey.shared().json(tokenURL: server.url + "/token"), to: "key.json")
      return [
        "STORAGE_EMULATOR_HOST": server.url, "GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json"),
        "RICHPUSH_TRIAL": "true",
      ]
    }
  }

  private func address(_ kind: StoreServer.Kind, bucket: String = "push-assets") -> String {
    "\(kind == .s3 ? "s3" : "gs")://\(bucket)/\(prefix)"
  }

  private func campaign() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    try workspace.addLogos("a.png", "b.png", "c.png", "d.png")
    try workspace.folder.write("broken", to: "campaign/broken.png")
    return workspace
  }

  private func run(
    _ shard: String?, in workspace: Workspace, at address: String, _ environment: [String: String], _ more: String...
  ) async throws -> ProgramOutput {
    try await RichpushBinary.run(
      ["run", "campaign", "--cache-url", address]
        + (shard.map { ["--shard", $0] } ?? ["--report", "report.json"]) + more, environment: environment,
      workingDirectory: workspace.folder.path)
  }

  /// Every third request is refused for the moment, which costs time and nothing else. Each shard runs on a machine of its own.
  @Test(arguments: StoreServer.Kind.addressable, [false, true])
  func threeShardsComeToWhatOneRunDoes(kind: StoreServer.Kind, isBusy: Bool) async throws {
    let whole = try campaign()
    #expect(try await whole.richpush("run", "campaign", "--report", "report.json", "--trial").status == 1)
    let server = try await StoreServer(kind)
    let (variables, address) = (try await environment(kind, server), address(kind))
    if isBusy { try server.set(ServerFault(.status, "", path: "push-assets", status: 503, isLasting: true, every: 3)) }
    for number in [3, 1, 2, 2] {
      let output = try await run("\(number)/3", in: try campaign(), at: address, variables)
      #expect(output.status < 2 && output.stderr.contains("shard \(number)/3 is done"), "\(output.stderr)")
    }
    let last = try campaign()
    #expect(try await run(nil, in: last, at: address, variables).status == 1)
    // The last run asks once for each entry, and renders what a busy store does not give.
    if !isBusy { #expect(try JSON(try last.folder.text(of: "report.json"))["totals"]["rendered"] == 0) }
    for folder in ["public", "payloads"] {
      #expect(try last.folder.contents(of: folder) == whole.folder.contents(of: folder))
    }
  }

  /// Whose fault it is says whether trying again may help.
  @Test func bucketsThatCannotBeUsedAreToldSo() async throws {
    let server = try await StoreServer(.s3)
    let good = try await environment(.s3, server)
    let stranger = try await environment(.s3, server, user: "stranger")
    let port = try { try SilentListener().port }()
    let workspace = try campaign()
    for (variables, address, status, words) in [
      (good, address(.s3, bucket: "no-such-bucket"), 2 as Int32, "destination.missing-bucket"),
      (stranger, address(.s3), 2, "they may not do this"),
      (good.merging(["AWS_SECRET_ACCESS_KEY": "sentinel"]) { $1 }, address(.s3), 2, "destination.credentials"),
      (
        good.merging([
          "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "HOME": "/nowhere", "AWS_EC2_METADATA_DISABLED": "true",
        ]) { $1 }, address(.s3), 2, "destination.credentials"
      ),
      (good.merging(["AWS_REGION": ""]) { $1 }, address(.s3), 2, "set AWS_REGION"),
      (
        good.merging(["AWS_ENDPOINT_URL_S3": "http://no-such-host.invalid:\(port)"]) { $1 }, address(.s3), 3,
        "machine.store-unreachable"
      ),
      (good, "https://push-assets/a?b", 2, "is no address of a cache"),
    ] {
      let output = try await run("1/1", in: workspace, at: address, variables, "--retries", "1")
      #expect(output.status == status && output.stderr.contains(words), "\(output.stderr)")
      #expect(!output.stderr.contains("sentinel") && !workspace.folder.exists("payloads"))
    }
  }
}
