import MediaFacts
import TestSupport
import Testing

/// A run, and the requests of the previous one, when a bucket refuses files.
@Suite(.timeLimit(.minutes(10))) struct BrokenDestinationTests {
  private static let pictureCount = 12

  /// After a good run of one picture, with many more to come, each of which must be rendered.
  private func workspace() async throws -> BucketWorkspace {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addLogos("former.png")
    #expect(try await bucket.richpush("run", "campaign").status == 0)
    try bucket.workspace.addPhotos(Self.pictureCount)
    // The former picture is known to be there; what is asked from here on is asked about the new ones.
    return bucket
  }

  /// One diagnostic for all pictures, the former requests, and few renditions made in vain.
  private func expectGivenUp(
    _ output: ProgramOutput, _ bucket: BucketWorkspace, former: [String: TemporaryFolder.FileState], rule: String
  ) throws {
    #expect(output.status == 2, "\(output.stderr)")
    let report = try JSON(output.stdout)
    #expect(report.errors == ["\(rule) store"])
    #expect(report.pictureStatuses.values.filter { $0 == "failed" }.count == Self.pictureCount)
    #expect(try bucket.folder.states(of: "payloads") == former)
    #expect(try bucket.folder.names(in: "tmp") == [])
    // Besides renditions the cache has facts, which are small.
    let renditions = try bucket.folder.contents(of: ".richpush-cache").values.filter { $0.count > 10_000 }
    #expect(renditions.count < Self.pictureCount)
  }

  /// A wrong secret, and a user who may not write.
  @Test(arguments: [
    ("owner", "not-the-secret" as String?, "destination.credentials"), ("stranger", nil, "destination.forbidden"),
  ])
  func aRefusedUserLeavesTheFormerRequests(user: String, secret: String?, rule: String) async throws {
    let bucket = try await workspace()
    let former = try bucket.folder.states(of: "payloads")
    let output = try await bucket.richpush(
      "run", "campaign", "--format", "json", environment: bucket.environment(of: user, secret: secret))
    try expectGivenUp(output, bucket, former: former, rule: rule)
  }

  @Test func aMissingBucketToo() async throws {
    let bucket = try await workspace()
    let former = try bucket.folder.states(of: "payloads")
    let pipeline = try bucket.folder.text(of: "pipeline.yml")
    try bucket.folder.write(
      pipeline.replacing("bucket: push-assets", with: "bucket: no-such-bucket"), to: "pipeline.yml")
    // Of the other bucket nothing is known.
    try bucket.folder.remove(".richpush-state")
    try bucket.folder.remove("campaign/former.png")
    let output = try await bucket.richpush("run", "campaign", "--format", "json")
    try expectGivenUp(output, bucket, former: former, rule: "destination.missing-bucket")
    let text = try await bucket.richpush("run", "campaign").stdout
    let last = text.split(separator: "\n").suffix(3).map(String.init)
    #expect(last.first == "failed: store  destination.missing-bucket", "\(text)")
    #expect(last.last?.hasPrefix("next: fix the errors above, then `richpush run campaign") == true, "\(text)")

    // The same of publishing what is rendered.
    for name in ["a", "b", "c"] {
      try bucket.folder.copy(Picture.logoPath, to: "public/\(name).\(Picture.logoDigest).png")
    }
    let again = try await bucket.richpush("publish", "public", "--to", "store", "--format", "json")
    #expect(again.status == 2)
    let report = try JSON(again.stdout)
    #expect(report.errors == ["destination.missing-bucket store"])
    #expect(report["assets"] == [])
  }

  @Test func aConflictCostsOneFile() async throws {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addLogos("a.png", "b.png", "c.png")
    let name = "b.\(Picture.logoDigest).png"
    try bucket.folder.write("other bytes", to: "other")
    let key = bucket.environment()
    // By another program's hand, so that nothing is noted about them.
    let planted = try await Program("curl").run([
      "-sS", "--noproxy", "*", "--fail", "-X", "PUT", "--data-binary", "@" + bucket.folder.absolute("other"),
      "-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD", "-H", "content-type: image/png",
      "--aws-sigv4", "aws:amz:eu-west-1:s3", "--user",
      "\(key["AWS_ACCESS_KEY_ID"] ?? ""):\(key["AWS_SECRET_ACCESS_KEY"] ?? "")",
      "\(bucket.server.url)/push-assets/\(bucket.prefix)\(name)",
    ])
    #expect(planted.status == 0, "\(planted.stderr)")
    let output = try await bucket.richpush("run", "campaign", "--format", "json")
    #expect(output.status == 1, "\(output.stderr)")
    let report = try JSON(output.stdout)
    #expect(report.errors == ["destination.conflict b.png"])
    #expect(report.pictureStatuses == ["a.png": "published", "b.png": "refused", "c.png": "published"])
    #expect(try bucket.folder.files(in: "payloads") == ["a.json", "c.json", "index.json"])
  }
}
