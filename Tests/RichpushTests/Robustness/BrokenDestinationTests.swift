import MediaFacts
import TestSupport
import Testing

/// A run, and the requests of the previous one, when a bucket refuses files.
@Suite(.timeLimit(.minutes(10))) struct BrokenDestinationTests {
  private static let pictureCount = 12

  /// One diagnostic for all pictures, the former requests, and few renditions made in vain.
  @Test func aMissingBucketLeavesTheFormerRequests() async throws {
    let bucket = try await BucketWorkspace(logos: "former.png")
    try await bucket.richpush("run", "campaign").ended(0)
    let former = try bucket.folder.states(of: "payloads")
    // Each of them must be rendered.
    try bucket.workspace.addPhotos(Self.pictureCount)
    let pipeline = try bucket.folder.text(of: "pipeline.yml")
    try bucket.folder.write(
      pipeline.replacing("bucket: push-assets", with: "bucket: no-such-bucket"), to: "pipeline.yml")
    // Of the other bucket nothing is known.
    try bucket.folder.remove(".richpush-state")
    try bucket.folder.remove("campaign/former.png")
    let output = try await bucket.richpush("run", "campaign", "--format", "json").ended(2)
    let run = try JSON(output.stdout)
    #expect(run.errors == ["destination.missing-bucket store"])
    #expect(run.pictureStatuses.values.filter { $0 == "failed" }.count == Self.pictureCount)
    #expect(try bucket.folder.states(of: "payloads") == former)
    #expect(try bucket.folder.names(in: "tmp") == [])
    // Besides renditions the cache has facts, which are small.
    let renditions = try bucket.folder.contents(of: ".richpush-cache").values.filter { $0.count > 10_000 }
    #expect(renditions.count < Self.pictureCount)
    let text = try await bucket.richpush("run", "campaign").stdout
    let last = text.split(separator: "\n").suffix(3).map(String.init)
    #expect(last.first == "failed: store  destination.missing-bucket", "\(text)")
    #expect(last.last?.hasPrefix("next: fix the errors above, then `richpush run campaign") == true, "\(text)")

    // The same of publishing what is rendered.
    for name in ["a", "b", "c"] {
      try bucket.folder.copy(Picture.logoPath, to: "public/\(name).\(Picture.logoDigest).png")
    }
    let again = try await bucket.richpush("publish", "public", "--to", "store", "--format", "json").ended(2)
    let report = try JSON(again.stdout)
    #expect(report.errors == ["destination.missing-bucket store"])
    #expect(report["assets"] == [])
  }
}
