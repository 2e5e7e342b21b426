import Foundation

/// FCM on this machine, as far as the API's definition tells what it takes. It ends when the last reference goes.
public final class FCMServer: Sendable {
  private let folder = TemporaryFolder()
  private let process: ServerProcess
  /// Scheme, host and port.
  public let endpoint: String

  public init() throws {
    process = try ServerProcess(
      "fcm.py", [try Self.definition(), folder.absolute("accepted.jsonl")], python: try ServerProcess.environment())
    endpoint = "http://127.0.0.1:" + process.greeting
  }

  /// The bodies of the requests that were accepted, in their order.
  public var accepted: [JSON] {
    get throws {
      guard folder.exists("accepted.jsonl") else { return [] }
      return try folder.text(of: "accepted.jsonl").split(separator: "\n").map { try JSON(String($0)) }
    }
  }

  /// The definition of the API that google-api-python-client brings along.
  private static func definition() throws -> String {
    let library = packageRoot + "/.venv/lib"
    let versions = try FileManager.default.contentsOfDirectory(atPath: library)
    let candidates = versions.map {
      "\(library)/\($0)/site-packages/googleapiclient/discovery_cache/documents/fcm.v1.json"
    }
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw TestServerError(description: "fcm.v1.json is not in \(library): run scripts/bootstrap")
    }
    return found
  }
}
