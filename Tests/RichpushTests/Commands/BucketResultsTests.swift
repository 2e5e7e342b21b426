import Foundation
import TestSupport
import Testing

/// Shards whose results are in a bucket.
@Suite(.timeLimit(.minutes(10))) struct BucketResultsTests {
  private let folder: TemporaryFolder
  /// A test's own, since the store is shared.
  private let prefix = "test-\(UUID().uuidString.lowercased())/results"

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

  private func planned(shards: Int = 3) async throws -> Workspace {
    let workspace = try campaign()
    let output = try await workspace.richpush(
      "plan", "campaign", "--shards", "\(shards)", "--save", "plan.json", "--trial")
    #expect(output.status == 0, "\(output.stderr)")
    return workspace
  }

  private func shard(_ number: Int, of workspace: Workspace, at address: String, _ environment: [String: String])
    async throws -> ProgramOutput
  {
    try await workspace.richpush(
      "run", "--plan", "plan.json", "--shard", "\(number)", "--results", address, "--no-cache", environment: environment
    )
  }

  private func merge(_ workspace: Workspace, at address: String, _ environment: [String: String], _ more: String...)
    async throws -> ProgramOutput
  {
    try await RichpushBinary.run(
      ["merge", "plan.json", "--results", address, "--report", "report.json"] + more, environment: environment,
      workingDirectory: workspace.folder.path)
  }

  /// Every third request is refused for the moment, which costs time and nothing else.
  @Test(arguments: StoreServer.Kind.addressable, [false, true])
  func threeShardsComeToWhatOneRunDoes(kind: StoreServer.Kind, isBusy: Bool) async throws {
    let whole = try campaign()
    // Equal pictures are found in the cache where one is done before another begins, which is a matter of luck.
    let output = try await whole.richpush("run", "campaign", "--report", "report.json", "--trial", "--no-cache")
    #expect(output.status == 1)
    let server = try await StoreServer(kind)
    let (variables, address) = (try await environment(kind, server), address(kind))
    let workspace = try await planned()
    if isBusy { try server.set(ServerFault(.status, "", path: "push-assets", status: 503, isLasting: true, every: 3)) }
    #expect(try await merge(workspace, at: address, variables, "--missing").stdout == "1-3\n")
    for number in [3, 1] { _ = try await shard(number, of: workspace, at: address, variables) }
    #expect(try await merge(workspace, at: address, variables, "--missing").stdout == "2\n")
    let refused = try await merge(workspace, at: address, variables)
    #expect(refused.status == 2 && refused.stderr.contains("1 of 3 shards have left no result that can be used: 2"))
    #expect(refused.stderr.contains("--shard 2/3 --results \(address)`"), "\(refused.stderr)")
    _ = try await shard(2, of: workspace, at: address, variables)
    let again = try await shard(2, of: workspace, at: address, variables)
    #expect(again.stderr.contains("shard 2/3 was done before: \(address)/shard-2-of-3."), "\(again.stderr)")
    let merged = try await merge(workspace, at: address, variables)
    #expect(merged.status == 1, "\(merged.stderr)")
    for folder in ["public", "payloads"] {
      #expect(try workspace.folder.contents(of: folder) == whole.folder.contents(of: folder))
    }
    let reports = try [workspace, whole].map { try $0.folder.text(of: "report.json").split(separator: "\n") }
    let differences = Array(reports[0].difference(from: reports[1]))
    #expect(differences.isEmpty, "\(differences)")
    #expect(!workspace.folder.exists("shards"))
  }

  /// Others write into the bucket: cut results, foreign ones, and one with the name of a good one.
  @Test func resultsThatCannotBeBelievedAreRefused() async throws {
    let server = try await StoreServer(.s3)
    let (variables, address) = (try await environment(.s3, server), address(.s3))
    let workspace = try await planned(shards: 1)
    let done = try await shard(1, of: workspace, at: "shards", variables)
    let name = try #require(try workspace.folder.files(in: "shards").first, "\(done.stderr)")
    let result = try workspace.folder.bytes(of: "shards/" + name)
    let store = BucketPen(server: server, prefix: prefix)
    try await store.put(Array(result.dropLast(9)), named: name)
    try await store.put([], named: "shard-1-of-1.jsonl")
    try await store.put([], named: "deeper/" + name)
    let refused = try await merge(workspace, at: address, variables)
    #expect(refused.status == 2 && refused.stderr.contains("is cut or was changed"), "\(refused.stderr)")
    // The shard is done again, and overwrites nothing.
    let again = try await shard(1, of: workspace, at: address, variables)
    #expect(again.status == 2 && again.stderr.contains("\(name) is there with other bytes"), "\(again.stderr)")
    try await store.put(result, named: name)
    let merged = try await merge(workspace, at: address, variables)
    #expect(merged.status == 1, "\(merged.stderr)")
  }

  /// Whose fault it is says whether trying again may help.
  @Test func bucketsThatCannotBeUsedAreToldSo() async throws {
    let server = try await StoreServer(.s3)
    let good = try await environment(.s3, server)
    let stranger = try await environment(.s3, server, user: "stranger")
    let port = try { try SilentListener().port }()
    let workspace = try await planned(shards: 1)
    for (variables, address, status, words) in [
      (good, address(.s3, bucket: "no-such-bucket"), 2 as Int32, "destination.missing-bucket"),
      (stranger, address(.s3), 2, "they may not list, read or create results"),
      (good.merging(["AWS_SECRET_ACCESS_KEY": "sentinel"]) { $1 }, address(.s3), 2, "destination.credentials"),
      (
        good.merging([
          "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "HOME": "/nowhere", "AWS_EC2_METADATA_DISABLED": "true",
        ]) { $1 }, address(.s3), 2, "there are no credentials for Amazon S3"
      ),
      (good.merging(["AWS_REGION": ""]) { $1 }, address(.s3), 2, "set AWS_REGION"),
      (
        good.merging(["AWS_ENDPOINT_URL_S3": "http://no-such-host.invalid:\(port)"]) { $1 }, address(.s3), 3,
        "machine.store-unreachable"
      ),
      (good, "https://push-assets/a", 2, "is no bucket with a prefix"),
    ] {
      for output in [
        try await merge(workspace, at: address, variables),
        try await merge(workspace, at: address, variables, "--missing"),
        try await shard(1, of: workspace, at: address, variables),
      ] {
        #expect(output.status == status && output.stderr.contains(words), "\(output.stderr)")
        #expect(!output.stderr.contains("sentinel") && !workspace.folder.exists("payloads"))
      }
    }
  }

  @Test func enginesAreToldWhereResultsGo() async throws {
    let workspace = try await planned()
    let output = try await workspace.richpush(
      "scaffold", "slurm", "--plan", "plan.json", "--results", "s3://push-assets/a", "--output", "slurm")
    #expect(output.status == 0, "\(output.stderr)")
    for name in ["array.sbatch", "merge.sbatch", "submit.sh", "README.md"] {
      #expect(try workspace.folder.text(of: "slurm/" + name).contains("s3://push-assets/a"), "\(name)")
    }
  }
}

/// Puts any bytes into a bucket, as another user might.
private struct BucketPen {
  let server: StoreServer
  let prefix: String

  func put(_ bytes: [UInt8], named name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "object")
    let key = server.keys["owner"] ?? []
    let url = "\(server.url)/push-assets/\(prefix)/\(name)"
    let output = try await Program("curl").run([
      "--silent", "--fail", "--aws-sigv4", "aws:amz:eu-west-1:s3", "--user", key.joined(separator: ":"), "--header",
      "x-amz-content-sha256: UNSIGNED-PAYLOAD", "--upload-file", folder.absolute("object"), url,
    ])
    guard output.status == 0 else { throw ProgramError.failed("curl", stderr: "\(output)") }
  }
}
