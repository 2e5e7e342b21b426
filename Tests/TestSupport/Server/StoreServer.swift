import Foundation

/// A real object store on this machine, with a bucket `push-assets`, behind a front that logs what it is asked and makes the
/// faults that tests wish for. The store is shared by all tests of a run, the front is a test's own.
public final class StoreServer: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Amazon's S3, as moto has it: signatures are verified.
    case s3
    /// Google's Cloud Storage, as gcp-storage-emulator has it: tokens are asked for.
    case gcs
    /// Azure Blob Storage, as azure_front.py has it: Microsoft's own package verifies signatures.
    case azure

    /// Those that an address and variables are enough for.
    public static let addressable: [Kind] = [.s3, .gcs]
  }

  private let folder = TemporaryFolder()
  private let process: ServerProcess
  public let port: Int
  /// By a user's name, `owner`, `stranger` or `temporary`: the identifier of its key, the secret, and where it is temporary the
  /// session's token. Of Azure's account the `owner` has name and key; `publisher`, `reader` and `creator` have shared access signatures.
  public let keys: [String: [String]]
  /// A certificate's authority is `TestAuthority`.
  private let isSecure: Bool

  /// - Parameter tokenLife: how long tokens for Cloud Storage are good, in seconds.
  public init(_ kind: Kind, isSecure: Bool = false, tokenLife: Int = 3600) async throws {
    let store = kind == .azure ? nil : try await RunningStore.shared(kind).greeting
    self.isSecure = isSecure
    let authority = isSecure ? try await TestAuthority.shared() : nil
    let key = kind == .gcs ? try await TestKey.shared().publicFile : nil
    let settings = FrontSettings(
      store: store?.port, isS3: kind != .gcs, owner: store?.keys["owner"], log: folder.absolute("access.log"),
      faults: folder.absolute("faults.json"), publicKey: key, tokenLife: tokenLife,
      certificate: authority?.serverCertificate, key: authority?.serverKey)
    try folder.write(try JSONEncoder().encode(settings), to: "settings.json")
    process = try ServerProcess(
      kind == .azure ? "azure_front.py" : "store_front.py", [folder.absolute("settings.json")],
      python: try ServerProcess.environment())
    let own = try? JSONDecoder().decode(StoreGreeting.self, from: Data(process.greeting.utf8))
    guard let port = own?.port ?? Int(process.greeting) else {
      throw TestServerError(description: "no port: \(process.greeting)")
    }
    (self.port, keys) = (port, own?.keys ?? store?.keys ?? [:])
  }

  /// Without a slash at its end; of `localhost`, for which the certificate is.
  public var url: String { "\(isSecure ? "https" : "http")://localhost:\(port)" }

  /// What is to happen instead of the next answers; what was asked for before is forgotten.
  public func set(_ faults: ServerFault...) throws { try set(faults) }

  /// The same for any number.
  public func set(_ faults: [ServerFault]) throws {
    try folder.write(try JSONEncoder().encode(faults), to: "next.json")
    try? folder.remove("faults.json")
    try folder.copy(folder.absolute("next.json"), to: "faults.json")
  }

  /// A line for each connection (`connection`), each request (`PUT /push-assets/a.jpg`), and each host that it is a proxy for
  /// (`proxy example.com`), in their order.
  public var log: [String] { ((try? folder.text(of: "access.log")) ?? "").split(separator: "\n").map(String.init) }

  /// The methods of the requests so far.
  public var methods: [String] { log.filter { $0 != "connection" }.map { String($0.prefix { $0 != " " }) } }
}

/// Something that goes wrong between a client and a store; store_front.py tells what each does.
public struct ServerFault: Encodable, Sendable {
  public enum Action: String, Encodable, Sendable {
    case status, stall, reset, lost, truncate, corrupt, echo
  }

  var method: String
  var path: String
  var action: Action
  var status: Int
  var fields: [[String]]
  var body: String
  var isLasting: Bool
  var uploads: Int
  var every: Int

  /// - Parameters:
  ///   - method: empty for any.
  ///   - path: a part of the path that it concerns.
  ///   - isLasting: whether it happens to every request and not only to the next.
  ///   - uploads: how many objects must have been created before.
  ///   - every: to which of such requests it happens: 3 for each third.
  public init(
    _ action: Action, _ method: String, path: String = "", status: Int = 500, fields: [[String]] = [],
    body: String = "", isLasting: Bool = false, after uploads: Int = 0, every: Int = 1
  ) {
    self.method = method
    self.path = path
    self.action = action
    self.status = status
    self.fields = fields
    self.body = body
    self.isLasting = isLasting
    self.uploads = uploads
    self.every = every
  }
}

/// A store's message when it is ready.
private struct StoreGreeting: Decodable {
  var port: Int
  var keys: [String: [String]]
}

private struct FrontSettings: Encodable {
  /// nil: there is nothing behind it.
  var store: Int?
  var isS3: Bool
  /// By whose credentials everybody may load objects; nil where the store asks for none.
  var owner: [String]?
  var log: String
  var faults: String
  var publicKey: String?
  var tokenLife: Int
  var certificate: String?
  var key: String?
}

/// A store that runs as long as the tests do.
private final class RunningStore: Sendable {
  let process: ServerProcess
  let greeting: StoreGreeting

  static func shared(_ kind: StoreServer.Kind) async throws -> RunningStore { try await (kind == .s3 ? s3 : gcs).value }

  private static let s3 = Task { try RunningStore(.s3) }
  private static let gcs = Task { try RunningStore(.gcs) }

  private init(_ kind: StoreServer.Kind) throws {
    process = try ServerProcess("store.py", [kind.rawValue], python: try ServerProcess.environment())
    greeting = try JSONDecoder().decode(StoreGreeting.self, from: Data(process.greeting.utf8))
  }
}
