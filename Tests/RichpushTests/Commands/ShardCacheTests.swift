import TestSupport
import Testing

/// Shards that share a bucket as their cache.
@Suite(.timeLimit(.minutes(10))) struct ShardCacheTests {
  private func campaign() throws -> Workspace {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfFastStills)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    try workspace.addLogos("a.png", "b.png", "c.png", "d.png")
    try workspace.folder.write("broken", to: "campaign/broken.png")
    return workspace
  }

  private func run(
    _ shard: String?, in workspace: Workspace, at address: String, _ environment: [String: String], _ more: String...
  ) async throws -> ProgramOutput {
    try await workspace.richpush(
      ["run", "campaign", "--cache-url", address] + (shard.map { ["--shard", $0] } ?? ["--report", "report.json"])
        + more, environment: environment)
  }

  /// Every third request is refused for the moment, which costs time and nothing else. Each shard runs on a machine of its own.
  @Test(arguments: StoreServer.Kind.addressable, [false, true])
  func threeShardsComeToWhatOneRunDoes(kind: StoreServer.Kind, isBusy: Bool) async throws {
    let whole = try campaign()
    try await whole.richpush("run", "campaign", "--report", "report.json", "--trial").ended(1)
    let bucket = try await BucketCache(kind)
    let (variables, address) = (try await bucket.environment(), bucket.address())
    if isBusy {
      try bucket.server.set(ServerFault(.status, "", path: "push-assets", status: 503, isLasting: true, every: 3))
    }
    for number in [3, 1, 2, 2] {
      let output = try await run("\(number)/3", in: try campaign(), at: address, variables)
      #expect(output.status < 2 && output.stderr.contains("shard \(number)/3 is done"), "\(output.stderr)")
    }
    let last = try campaign()
    try await run(nil, in: last, at: address, variables).ended(1)
    // The last run asks once for each entry, and renders what a busy store does not give.
    if !isBusy { #expect(try JSON(try last.folder.text(of: "report.json"))["totals"]["rendered"] == 0) }
    for folder in ["public", "payloads"] {
      #expect(try last.folder.contents(of: folder) == whole.folder.contents(of: folder))
    }
  }

  /// Whose fault it is says whether trying again may help.
  @Test func bucketsThatCannotBeUsedAreToldSo() async throws {
    let bucket = try await BucketCache(.s3)
    let (good, stranger) = (try await bucket.environment(), try await bucket.environment(of: "stranger"))
    let port = try { try SilentListener().port }()
    let workspace = try campaign()
    for (variables, address, status, words) in [
      (good, bucket.address(bucket: "no-such-bucket"), 2 as Int32, "destination.missing-bucket"),
      (stranger, bucket.address(), 2, "they may not do this"),
      (good.merging(["AWS_SECRET_ACCESS_KEY": "sentinel"]) { $1 }, bucket.address(), 2, "destination.credentials"),
      (
        good.merging([
          "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "HOME": "/nowhere", "AWS_EC2_METADATA_DISABLED": "true",
        ]) { $1 }, bucket.address(), 2, "destination.credentials"
      ),
      (good.merging(["AWS_REGION": ""]) { $1 }, bucket.address(), 2, "set AWS_REGION"),
      (
        good.merging(["AWS_ENDPOINT_URL_S3": "http://no-such-host.invalid:\(port)"]) { $1 }, bucket.address(), 3,
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
