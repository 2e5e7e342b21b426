import MediaFacts
import TestSupport
import Testing

/// Which of several destinations a run publishes to.
@Suite(.timeLimit(.minutes(10))) struct DestinationTests {
  private static let logo = "logo.\(Picture.logoDigest).png"

  /// The first unless a flag, or else a variable, names another.
  @Test(arguments: [
    (true, [], nil, true), (false, [], nil, false), (true, ["--to", "web"], nil, false),
    (false, ["--to", "store"], nil, true), (false, [], "store", true), (false, ["--to", "web"], "store", false),
  ])
  func oneIsPublishedTo(bucketFirst: Bool, arguments: [String], variable: String?, toBucket: Bool) async throws {
    let bucket = try await BucketWorkspace(bucketFirst: bucketFirst, logos: "logo.png")
    try await bucket.workspace.richpush(
      ["run", "campaign"] + arguments,
      environment: bucket.environment().merging(variable.map { ["RICHPUSH_TO": $0] } ?? [:]) { $1 }
    ).ended(0)
    #expect(bucket.uploads == (toBucket ? [Self.logo] : []))
    #expect(bucket.folder.exists("public/" + Self.logo) == !toBucket)
    let request = try bucket.folder.text(of: "payloads/logo.json")
    let url = toBucket ? "\(bucket.server.url)/push-assets/\(bucket.prefix)" : Workspace.baseURL
    #expect(request.contains("\"\(url)\(Self.logo)\""), "\(request)")
  }

  /// The address stays the same, as that of a CDN in front of them.
  @Test func aBucketsNotesSayNothingOfAnother() async throws {
    let bucket = try await BucketWorkspace(logos: "logo.png")
    let text = try bucket.folder.text(of: "pipeline.yml").replacing(bucket.address, with: Workspace.baseURL)
    let other = "/other-assets/\(bucket.prefix)\(Self.logo)"
    let expected = [
      ("push-assets", ["HEAD \(Self.logo)", "PUT \(Self.logo)"]), ("other-assets", ["HEAD \(other)", "PUT \(other)"]),
      ("other-assets", []), ("push-assets", ["HEAD \(Self.logo)"]),
    ]
    for (name, requests) in expected {
      let place = bucket.requests().count
      try bucket.folder.write(text.replacing("bucket: push-assets", with: "bucket: \(name)"), to: "pipeline.yml")
      try await bucket.richpush("run", "campaign").ended(0)
      #expect(bucket.requests(since: place) == requests)
    }
  }

  @Test(arguments: [["run", "campaign"], ["publish", "campaign"], ["plan", "campaign"]])
  func anUnknownNameIsAnsweredWithTheNames(command: [String]) async throws {
    let bucket = try await BucketWorkspace()
    let output = try await bucket.richpush(command + ["--to", "stor"]).ended(2)
    output.expectRefusal()
    #expect(
      output.stderr == """
        error --to  configuration.value
          there is no destination `stor` under `publish`
          remedy: the nearest is `store`, of `store`, `web`

        """)
    #expect(try bucket.folder.names() == ["campaign", "pipeline.yml", "tmp"])
  }

  /// A machine without credentials: nothing is sent, and the remedy is printed.
  @Test func withoutCredentialsNothingIsDone() async throws {
    let bucket = try await BucketWorkspace(logos: "logo.png")
    let environment = bucket.environment().filter { !$0.key.hasPrefix("AWS_") }
    let none = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": ""]
    let output = try await bucket.richpush("run", "campaign", environment: environment.merging(none) { $1 }).ended(2)
    output.expectRefusal()
    #expect(output.stderr.contains("error store  destination.credentials"), "\(output.stderr)")
    #expect(output.stderr.contains("AWS_SECRET_ACCESS_KEY"))
    #expect(bucket.requests() == [])
    #expect(!bucket.folder.exists("payloads"))
  }
}
