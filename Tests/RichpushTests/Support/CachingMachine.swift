import Foundation
import TestSupport

/// A machine of CI: new, so that its own cache is empty, with a campaign of a photograph that must be rendered and a logo.
struct CachingMachine: Sendable {
  let workspace: Workspace
  private let environment: [String: String]

  /// - Parameters:
  ///   - cache: what stands under `cache` in pipeline.yml; nil: nothing.
  ///   - environment: what says where the shared cache lies.
  init(cache: String? = nil, environment: [String: String]) throws {
    workspace = try Workspace(
      pipeline: Workspace.pipelineOfFastStills + (cache.map { "cache: \($0)\n" } ?? ""), logos: "logo.png")
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    self.environment = environment
  }

  /// The outcome of a run.
  struct Outcome {
    var status: Int32
    /// How many renditions were made, and how many were there.
    var rendered: Double?
    var cached: Double?
    /// The findings about the shared cache.
    var notes: [String]
    /// The bytes of the published files, by name.
    var published: [String: [UInt8]]
    var text: String
  }

  func run(_ arguments: String..., command: String = "run", more: [String: String] = [:]) async throws -> Outcome {
    let output = try await workspace.richpush(
      [command, "campaign", "--format", "json"] + arguments, environment: environment.merging(more) { $1 })
    let report = try JSON(output.stdout)
    let notes = report["diagnostics"].elements.filter { $0["rule"] == "machine.shared-cache" }
    return Outcome(
      status: output.status, rendered: report["totals"]["rendered"].number, cached: report["totals"]["cached"].number,
      notes: notes.compactMap { $0["message"].string },
      published: workspace.folder.exists("public") ? try workspace.folder.contents(of: "public") : [:],
      text: output.stdout + output.stderr)
  }
}

/// A bucket of a real store as a cache, under a prefix of a test's own, since the store is shared.
struct BucketCache: Sendable {
  let server: StoreServer
  private let kind: StoreServer.Kind
  private let folder: TemporaryFolder
  private let prefix = "test-\(UUID().uuidString.lowercased())/cache"

  init(_ kind: StoreServer.Kind) async throws {
    (server, self.kind, folder) = (try await StoreServer(kind), kind, TemporaryFolder())
  }

  func address(bucket: String = "push-assets") -> String {
    switch kind {
    case .s3: "s3://\(bucket)/\(prefix)"
    case .gcs: "gs://\(bucket)/\(prefix)"
    case .azure: "azure://\(server.keys["owner"]?.first ?? "")/\(bucket)/\(prefix)"
    }
  }

  /// The variables of a machine that uses it. No variable names another server of Azure's interface.
  func environment(of user: String = "owner") async throws -> [String: String] {
    let key = server.keys[user] ?? ["nobody", "nothing"]
    switch kind {
    case .s3:
      return [
        "AWS_ENDPOINT_URL_S3": server.url, "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": key[0],
        "AWS_SECRET_ACCESS_KEY": key[1], "AWS_SESSION_TOKEN": "",
      ]
    case .azure: return ["AZURE_STORAGE_KEY": key[1]]
    case .gcs:
      try folder.write(try await TestKey.shared().json(tokenURL: server.url + "/token"), to: "key.json")
      return ["STORAGE_EMULATOR_HOST": server.url, "GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json")]
    }
  }

  /// A run of a new machine that has it as its cache.
  func run() async throws -> CachingMachine.Outcome {
    let cache = kind == .azure ? "{remote: {endpoint: \"\(server.url)\"}}" : nil
    let variables = try await environment().merging(["RICHPUSH_CACHE_URL": address()]) { $1 }
    return try await CachingMachine(cache: cache, environment: variables).run()
  }
}
