import MediaFacts
import TestSupport
import Testing

/// Which of several destinations a run publishes to.
@Suite(.timeLimit(.minutes(10))) struct DestinationTests {
  private static let logo = "logo.\(Picture.logoDigest).png"

  private func expectPublished(
    toBucket: Bool, _ bucket: BucketWorkspace, _ arguments: String..., variable: String? = nil
  ) async throws {
    try bucket.workspace.addLogos("logo.png")
    let output = try await RichpushBinary.run(
      ["run", "campaign"] + arguments,
      environment: bucket.environment().merging(variable.map { ["RICHPUSH_TO": $0] } ?? [:]) { $1 },
      workingDirectory: bucket.folder.path)
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(bucket.uploads == (toBucket ? [Self.logo] : []))
    #expect(bucket.folder.exists("public/" + Self.logo) == !toBucket)
    let request = try bucket.folder.text(of: "payloads/logo.json")
    let url = toBucket ? "\(bucket.server.url)/push-assets/\(bucket.prefix)" : Workspace.baseURL
    #expect(request.contains("\"\(url)\(Self.logo)\""), "\(request)")
  }

  @Test(arguments: [true, false]) func theFirstUnlessSaidOtherwise(bucketFirst: Bool) async throws {
    try await expectPublished(toBucket: bucketFirst, BucketWorkspace(bucketFirst: bucketFirst))
  }

  @Test(arguments: [true, false]) func theOneThatIsNamed(bucketFirst: Bool) async throws {
    let bucket = try await BucketWorkspace(bucketFirst: bucketFirst)
    try await expectPublished(toBucket: !bucketFirst, bucket, "--to", bucketFirst ? "web" : "store")
  }

  @Test func theVariableNamesItToo() async throws {
    let bucket = try await BucketWorkspace(bucketFirst: false)
    try await expectPublished(toBucket: true, bucket, variable: "store")
  }

  @Test func theFlagWinsOverTheVariable() async throws {
    let bucket = try await BucketWorkspace(bucketFirst: false)
    try await expectPublished(toBucket: false, bucket, "--to", "web", variable: "store")
  }

  @Test(arguments: [["run", "campaign"], ["publish", "campaign"], ["plan", "campaign"]])
  func anUnknownNameIsAnsweredWithTheNames(command: [String]) async throws {
    let bucket = try await BucketWorkspace()
    let output = try await RichpushBinary.run(
      command + ["--to", "stor"], environment: bucket.environment(), workingDirectory: bucket.folder.path)
    #expect(output.status == 2)
    #expect(output.stdout.isEmpty)
    #expect(
      output.stderr == """
        error --to  configuration.value
          there is no destination `stor` under `publish`
          remedy: the nearest is `store`, of `store`, `web`

        """)
    #expect(try bucket.folder.names() == ["campaign", "pipeline.yml", "tmp"])
  }

  /// A run, and another over unchanged files.
  @Test(arguments: ["owner", "publisher"]) func aContainerOfAzure(user: String) async throws {
    let bucket = try await BucketWorkspace(.azure, more: "")
    try bucket.workspace.addLogos("logo.png")
    for _ in 1...2 {
      let output = try await bucket.richpush("run", "campaign", environment: bucket.azureEnvironment(of: user))
      #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
      #expect(bucket.server.methods.filter { $0 == "PUT" }.count == 1)
    }
    #expect(try bucket.folder.text(of: "payloads/logo.json").contains("\"\(bucket.address)\(Self.logo)\""))
    let output = try await bucket.richpush("run", "campaign", environment: bucket.azureEnvironment(of: "nobody"))
    #expect(output.status == 2 && output.stderr.contains("error store  destination.credentials"), "\(output.stderr)")
    #expect(output.stderr.contains("AZURE_STORAGE_CONNECTION_STRING"))
  }

  /// A machine without credentials: nothing is sent, and the remedy is printed.
  @Test func withoutCredentialsNothingIsDone() async throws {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addLogos("logo.png")
    let environment = bucket.environment().filter { !$0.key.hasPrefix("AWS_") }
    let none = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": ""]
    let output = try await bucket.richpush("run", "campaign", environment: environment.merging(none) { $1 })
    #expect(output.status == 2)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains("error store  destination.credentials"), "\(output.stderr)")
    #expect(output.stderr.contains("AWS_SECRET_ACCESS_KEY"))
    #expect(bucket.requests() == [])
    #expect(!bucket.folder.exists("payloads"))
  }
}
