import Foundation
import TestSupport

/// A workspace that publishes to a folder, `web`, or to a bucket of a real store, `store`.
struct BucketWorkspace: Sendable {
  let workspace: Workspace
  let server: StoreServer
  private let kind: StoreServer.Kind
  /// What comes before the name of each object; a test's own, since the store is shared.
  let prefix = "test-\(UUID().uuidString.lowercased())/"
  /// The path of the published files, up to the names.
  private let root: String

  /// - Parameters:
  ///   - more: further keys of the bucket, as YAML between braces has them.
  ///   - bucketFirst: whether the bucket is the destination unless `--to` says otherwise.
  ///   - logos: pictures of the campaign that need no rendering.
  init(
    _ kind: StoreServer.Kind = .s3, more: String = "verify: off", bucket: String = "push-assets",
    bucketFirst: Bool = true, logos: String...
  ) async throws {
    server = try await StoreServer(kind)
    self.kind = kind
    let account = server.keys["owner"]?.first ?? ""
    root = (kind == .azure ? "/\(account)" : "") + "/\(bucket)/\(prefix)"
    let own =
      switch kind {
      case .s3: "to: s3, endpoint: \"\(server.url)\", region: eu-west-1, path-style: true, bucket: \(bucket)"
      case .gcs: "to: gcs, bucket: \(bucket)"
      case .azure: "to: azure, endpoint: \"\(server.url)\", account: \(account), container: \(bucket)"
      }
    let store =
      "{\(own), name: store, prefix: \(prefix), base-url: \"\(server.url)\(root)\""
      + (more.isEmpty ? "}" : ", \(more)}")
    let web = "{to: directory, name: web, path: public, base-url: \"\(Workspace.baseURL)\"}"
    workspace = try Workspace(
      pipeline: """
        version: 1
        publish:
          - \(bucketFirst ? store : web)
          - \(bucketFirst ? web : store)
        messages: from-pictures
        defaults: {title: New today, target: {topic: all}}
        profiles: {universal: {}}
        transfers: 1
        jobs: 1

        """)
    for name in logos { try workspace.addLogos(name) }
    try workspace.folder.createFolder("tmp")
  }

  var folder: TemporaryFolder { workspace.folder }

  /// The public address of the published files.
  var address: String { server.url + root }

  /// The variables of a user of whichever store it is.
  func storeEnvironment(of user: String = "owner") async throws -> [String: String] {
    switch kind {
    case .s3: return environment(of: user)
    case .azure: return azureEnvironment(of: user)
    case .gcs:
      try folder.write(try await TestKey.shared().json(tokenURL: server.url + "/token"), to: "key.json")
      let google = ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json"), "STORAGE_EMULATOR_HOST": server.url]
      return environment(of: user).merging(google) { $1 }
    }
  }

  /// The variables of a user of Azure's account: its key, or the user's shared access signature.
  func azureEnvironment(of user: String) -> [String: String] {
    let key = server.keys[user] ?? []
    let own = ["AZURE_STORAGE_SAS_TOKEN": key.first ?? ""]
    let credentials = key.count == 2 ? ["AZURE_STORAGE_ACCOUNT": key[0], "AZURE_STORAGE_KEY": key[1]] : own
    return ["HOME": folder.path, "TMPDIR": folder.absolute("tmp")].merging(credentials) { $1 }
  }

  /// The variables of a user of the store. `HOME` and the place for temporary files are the test's own.
  func environment(of user: String = "owner", secret: String? = nil) -> [String: String] {
    let key = server.keys[user] ?? []
    return [
      "AWS_ACCESS_KEY_ID": key.first ?? "", "AWS_SECRET_ACCESS_KEY": secret ?? key.dropFirst().first ?? "",
      "AWS_SESSION_TOKEN": key.dropFirst(2).first ?? "", "AWS_SHARED_CREDENTIALS_FILE": "", "AWS_PROFILE": "",
      "HOME": folder.path, "TMPDIR": folder.absolute("tmp"),
    ]
  }

  /// `richpush …` there, as the store's owner unless said otherwise.
  func richpush(
    _ arguments: String..., environment: [String: String]? = nil,
    onErrorLine: (@Sendable (String, Int32) async -> Void)? = nil
  ) async throws -> ProgramOutput {
    try await workspace.richpush(arguments, environment: environment ?? self.environment(), onErrorLine: onErrorLine)
  }

  /// The same with a list of arguments.
  func richpush(_ arguments: [String]) async throws -> ProgramOutput {
    try await workspace.richpush(arguments, environment: environment())
  }

  /// The requests to the store since a place in its log, as `PUT logo.d13cff96dad9.png`.
  func requests(since place: Int = 0) -> [String] {
    server.log.filter { $0 != "connection" }.dropFirst(place).map { line in line.replacing(root, with: "") }
  }

  /// The names of the objects that requests have created.
  var uploads: [String] { requests().filter { $0.hasPrefix("PUT ") }.map { String($0.dropFirst(4)) } }
}
