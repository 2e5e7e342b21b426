import Foundation
import MediaFacts
import TestSupport
import Testing

/// Credentials are in the requests to the store and nowhere else: whatever happens, they are not in what is printed, written or
/// told to other processes.
@Suite(.timeLimit(.minutes(10))) struct SecrecyTests {
  /// Ways in which a run may end, each with a fault of the store and who runs it.
  enum Path: String, CaseIterable, Sendable {
    /// A user who may not read may still create.
    case echoedToHead
    case success, wrongSecret, forbidden, redirected, echoed, unverified

    var faults: [ServerFault] {
      switch self {
      case .success, .wrongSecret, .forbidden: []
      case .redirected:
        [ServerFault(.status, "PUT", status: 307, fields: [["Location", "http://127.0.0.1:9/"]], isLasting: true)]
      case .echoed:
        [
          ServerFault(
            .echo, "PUT", status: 400, body: "<Error><Code>Odd</Code><Message>%s</Message></Error>", isLasting: true)
        ]
      case .echoedToHead: [ServerFault(.echo, "HEAD", status: 400, isLasting: true)]
      case .unverified: [ServerFault(.echo, "GET", status: 200, isLasting: true)]
      }
    }
  }

  @Test(arguments: Path.allCases) func ofS3AreNowhere(path: Path) async throws {
    let bucket = try await BucketWorkspace(more: "", logos: "logo.png")
    if path == .success { try bucket.folder.copy(Picture.photoPath, to: "campaign/photo.jpg") }
    try bucket.server.set(path.faults)
    let key = try #require(bucket.server.keys["temporary"])
    let user = path == .forbidden ? "stranger" : "temporary"
    var environment = bucket.environment(of: user, secret: path == .wrongSecret ? "sentinel-secret" : nil)
    if path == .forbidden { environment["AWS_SESSION_TOKEN"] = "sentinel-session" }
    let secrets = [key[1], key[2], bucket.server.keys["stranger"]?[1] ?? "-", "sentinel-secret", "sentinel-session"]
    try await expectSecret(
      secrets, in: bucket, environment: environment, succeeds: [.success, .echoedToHead].contains(path))
  }

  @Test(arguments: [
    [],
    [ServerFault(.echo, "POST", path: "/upload/", status: 400, body: #"{"error":{"message":"%s"}}"#, isLasting: true)],
    [ServerFault(.echo, "GET", path: "/storage/", status: 400, body: #"{"error":{"message":"%s"}}"#, isLasting: true)],
  ])
  func ofCloudStorageAreNowhere(faults: [ServerFault]) async throws {
    let bucket = try await BucketWorkspace(.gcs, more: "", logos: "logo.png")
    try bucket.server.set(faults)
    let outside = TemporaryFolder()
    let key = try await TestKey.shared()
    try outside.write(try key.json(tokenURL: bucket.server.url + "/token"), to: "key.json")
    let google = [
      "GOOGLE_APPLICATION_CREDENTIALS": outside.absolute("key.json"), "STORAGE_EMULATOR_HOST": bucket.server.url,
    ]
    // The key's lines, and the assertion that is signed with it.
    let lines = try key.privateText.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-") }
    try await expectSecret(
      lines + ["ya29.sentinel-token", "eyJ"], in: bucket, environment: bucket.environment().merging(google) { $1 },
      succeeds: faults.isEmpty)
  }

  /// A signature that is sent in the URL, and a key that is never sent.
  @Test(
    arguments: ["owner", "publisher"],
    [
      [],
      [
        ServerFault(
          .echo, "PUT", status: 400, body: "<Error><Code>Odd</Code><Message>%s</Message></Error>", isLasting: true)
      ],
      [ServerFault(.status, "PUT", status: 307, fields: [["Location", "http://127.0.0.1:9/"]], isLasting: true)],
    ])
  func ofAzureAreNowhere(user: String, faults: [ServerFault]) async throws {
    let bucket = try await BucketWorkspace(.azure, more: "", logos: "logo.png")
    try bucket.server.set(faults)
    let keys = try #require(bucket.server.keys["owner"]).dropFirst() + (bucket.server.keys["publisher"] ?? [])
    let signatures = keys.compactMap { $0.firstMatch(of: /sig=([^&]+)/).map { String($0.1) } }
    let decoded = signatures.compactMap(\.removingPercentEncoding)
    try await expectSecret(
      keys + signatures + decoded, in: bucket, environment: bucket.azureEnvironment(of: user), succeeds: faults.isEmpty)
  }

  private static let folder = "to: directory, path: public, base-url: \"\(Workspace.baseURL)\""
  private static let bucket = "bucket: pictures, base-url: \"\(Workspace.baseURL)\""

  /// Destinations and variables with a password or a token in an address, where none belongs or where a program is given it.
  static let addresses: [(destination: String, variables: [String: String])] = [
    (#"to: s3, region: eu-west-1, \#(bucket), endpoint: "https://user:sentinel@127.0.0.1:9""#, [:]),
    (#"to: s3, region: eu-west-1, \#(bucket), endpoint: "https://127.0.0.1:9/?key=sentinel""#, [:]),
    (#"to: azure, account: shop, container: pictures, endpoint: "https://user:sentinel@blob.core.windows.net""#, [:]),
    (#"to: directory, path: public, base-url: "https://user:sentinel@static.example.com/p/""#, [:]),
    (#"\#(folder), deploy: ["false", "https://a:sentinel@b.internal/", "--to=https://b.internal/?sig=sentinel"]"#, [:]),
    (folder, ["RICHPUSH_CACHE_URL": "https://user:sentinel@127.0.0.1:9/"]),
    (folder, ["RICHPUSH_CACHE_URL": "https://127.0.0.1:9/?token=sentinel"]),
    (folder, ["RICHPUSH_BASE_URL": "https://user:sentinel@static.example.com/p/"]),
    (folder, ["RICHPUSH_CACHE_URL": "https://cache.internal/", "https_proxy": "odd://user:sentinel@127.0.0.1:9"]),
    (folder, ["RICHPUSH_CACHE_URL": "https://cache.internal/", "https_proxy": "http://us er:sentinel@127.0.0.1:9"]),
    ("to: gcs, \(bucket)", ["STORAGE_EMULATOR_HOST": "https://user:sentinel@127.0.0.1:9"]),
  ]

  /// The file that it stands in has it, and nothing else.
  @Test(arguments: addresses)
  func ofAddressesAreNowhere(destination: String, variables: [String: String]) async throws {
    let workspace = try Workspace(
      pipeline:
        "version: 1\npublish: [{\(destination)}]\nmessages: from-pictures\ndefaults: {title: New today, target: {topic: all}}\n"
    )
    try workspace.addLogos("logo.png")
    let environment = variables.merging(["HOME": workspace.folder.path]) { $1 }
    var places: [String: String] = [:]
    for command in [["plan", "campaign"], ["run", "campaign", "--report", "report.json"], ["doctor"]] {
      let output = try await workspace.richpush(command, environment: environment)
      places[command[0]] = output.stdout + output.stderr
    }
    for (path, bytes) in try workspace.folder.contents() where path != "pipeline.yml" {
      places[path] = String(decoding: bytes, as: UTF8.self)
    }
    #expect(places.filter { $0.value.contains("sentinel") } == [:])
  }

  /// Runs with each form of output, and looks everywhere.
  private func expectSecret(
    _ secrets: [String], in bucket: BucketWorkspace, environment: [String: String], succeeds: Bool
  ) async throws {
    let watch = ProcessWatch(folder: bucket.folder.path, secrets: secrets)
    var outputs: [ProgramOutput] = []
    for format in ["text", "json"] {
      outputs.append(
        try await bucket.richpush(
          "run", "campaign", "--format", format, "--report", "report-\(format).json", environment: environment))
    }
    _ = try await bucket.richpush("run", "campaign", "--to", "web")
    outputs.append(try await bucket.richpush("publish", "public", "--to", "store", environment: environment))
    #expect(watch.end() == [])
    #expect(outputs.allSatisfy { ($0.status == 0) == succeeds }, "\(outputs)")
    var places = ["output": Array(outputs.flatMap { [$0.stdout, $0.stderr] }.joined().utf8)]
    places.merge(try bucket.folder.contents()) { $1 }
    // Who has no credentials ends before anything is done that a report could tell.
    let hasBegun = !outputs[0].stderr.contains("destination.credentials")
    #expect(places.keys.contains("report-json.json") == hasBegun)
    #expect(places.keys.contains { $0.hasPrefix(".richpush-cache/") })
    for (place, bytes) in places {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(secrets.filter { text.contains($0) } == [], "\(place)")
    }
  }
}

/// Looks into the processes of a run while it goes on: their arguments, and the variables of those that it starts. It sees the run
/// itself by its working directory.
private struct ProcessWatch {
  private let observer: PeriodicObserver<Set<String>>

  init(folder: String, secrets: [String]) {
    let secrets = secrets.map { Data($0.utf8) }
    observer = PeriodicObserver([]) { found in
      for process in ProcessTable.all(workingIn: folder) { found.formUnion(Self.places(of: secrets, in: process)) }
    }
  }

  /// Stops looking: the processes that showed a secret.
  func end() -> Set<String> { observer.end() }

  private static func places(of secrets: [Data], in process: Int32) -> [String] {
    let command = ProcessTable.command(of: process)
    // The run itself was given them, and so was what it becomes a worker of, until it is one.
    let files = command.contains(" worker ") ? ["cmdline", "environ"] : ["cmdline"]
    return files.filter { file in
      guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") else { return false }
      return secrets.contains { data.range(of: $0) != nil }
    }.map { "\($0) of \(command)" }
  }
}
