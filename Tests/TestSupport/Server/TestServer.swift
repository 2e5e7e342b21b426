import Foundation
public import PushDelivery

/// A server on this machine that gives the answers it is told, with a certificate of `TestAuthority`. It ends when the last
/// reference goes.
public final class TestServer: Sendable {
  /// nil: it speaks plain HTTP.
  private let authority: TestAuthority?
  private let folder: TemporaryFolder
  private let process: ServerProcess
  public let port: Int

  /// - Parameter isSecure: whether it speaks TLS.
  /// - Throws: `TestServerError`, and what running programs throws.
  public init(_ answers: [ServerAnswer], isSecure: Bool = true) async throws {
    authority = isSecure ? try await TestAuthority.shared() : nil
    folder = try TemporaryFolder()
    var served: [ServedAnswer] = []
    for answer in answers { served.append(try await ServedAnswer(answer)) }
    let settings = ServerSettings(
      log: folder.absolute("access.log"), certificate: authority?.serverCertificate, key: authority?.serverKey,
      answers: served)
    try folder.write(try JSONEncoder().encode(settings), to: "settings.json")
    process = try ServerProcess("server.py", [folder.absolute("settings.json")])
    guard let port = Int(process.greeting) else {
      throw TestServerError(description: "server.py did not tell its port")
    }
    self.port = port
  }

  /// The address of a path: of `localhost`, for which the certificate is.
  public func url(_ path: String) -> String { "\(authority == nil ? "http" : "https")://localhost:\(port)\(path)" }

  /// A line for each connection (`connection`) and each request (`GET /a.jpg`), in their order.
  public var log: [String] {
    let text = (try? folder.text(of: "access.log")) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}

private struct ServerSettings: Encodable {
  var log: String
  var certificate: String?
  var key: String?
  var answers: [ServedAnswer]
}

/// A `ServerAnswer` in the words of server.py.
private struct ServedAnswer: Encodable {
  var path: String
  var userAgent: String?
  var status: Int
  var fields: [[String]]
  var file: String?
  var text: String?
  var length: Int?
  var isLengthAbsent: Bool
  var delay: Double

  init(_ answer: ServerAnswer) async throws {
    path = answer.path
    userAgent = answer.userAgent
    status = answer.status
    fields = answer.fields.map { [$0.name, $0.value] }
    isLengthAbsent = answer.length == .absent
    if case .stated(let count) = answer.length { length = count }
    delay = answer.delay
    switch answer.body {
    case .none: break
    case .text(let body): text = body
    case .media(let example): file = try await ExampleFiles.shared.path(of: example)
    }
  }
}
