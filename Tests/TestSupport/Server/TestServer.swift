public import Findings
import Foundation
import PushDelivery

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
  public convenience init(_ answers: [ServerAnswer], isSecure: Bool = true) async throws {
    var served: [ServedAnswer] = []
    for answer in answers { served.append(try await ServedAnswer(answer)) }
    try await self.init(served, isSecure: isSecure, folder: TemporaryFolder())
  }

  /// The same with answers of bytes that a test makes, over plain HTTP unless said otherwise.
  public convenience init(_ answers: [ScriptedAnswer], isSecure: Bool = false) async throws {
    let folder = try TemporaryFolder()
    let served = try answers.enumerated().map { number, answer in
      try folder.write(answer.bytes, to: "body-\(number)")
      return ServedAnswer(answer, file: folder.absolute("body-\(number)"))
    }
    try await self.init(served, isSecure: isSecure, folder: folder)
  }

  private init(_ served: [ServedAnswer], isSecure: Bool, folder: TemporaryFolder) async throws {
    authority = isSecure ? try await TestAuthority.shared() : nil
    self.folder = folder
    let settings = ServerSettings(
      log: folder.absolute("access.log"), sent: folder.absolute("fields.log"),
      certificate: authority?.serverCertificate, key: authority?.serverKey,
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

  /// The names of the fields that it was sent, in lower case.
  public var namesOfFields: Set<String> {
    let text = (try? folder.text(of: "fields.log")) ?? ""
    return Set(text.split(separator: "\n").map { $0.prefix { $0 != ":" }.lowercased() })
  }
}

/// One answer of a server. A request gets the first that fits it and is not used up.
public struct ScriptedAnswer: Sendable {
  public var path: String
  /// A word of the request's `User-Agent`; nil: for all.
  public var userAgent: String?
  public var status: Int
  /// Names and values, beside `Content-Length`.
  public var fields: [[String]]
  public var bytes: [UInt8]
  /// What `Content-Length` says; nil: the truth.
  public var length: Int?
  /// How often it is given; nil: for ever.
  public var times: Int?

  public init(
    _ path: String, userAgent: String? = nil, status: Int = 200, fields: [[String]] = [], bytes: [UInt8] = [],
    length: Int? = nil, times: Int? = nil
  ) {
    self.path = path
    self.userAgent = userAgent
    self.status = status
    self.fields = fields
    self.bytes = bytes
    self.length = length
    self.times = times
  }
}

private struct ServerSettings: Encodable {
  var log: String
  var sent: String
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
  var times: Int?

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

  init(_ answer: ScriptedAnswer, file: String) {
    path = answer.path
    userAgent = answer.userAgent
    status = answer.status
    fields = answer.fields
    self.file = file
    length = answer.length
    isLengthAbsent = false
    delay = 0
    times = answer.times
  }
}
