import Findings
import Foundation
import PushDelivery

/// The answers of a server, written in a separate folder as server.py reads them, and its log of requests.
public final class ServerScript: Sendable {
  private let folder: TemporaryFolder
  /// Whether it speaks TLS, with a certificate of `TestAuthority`.
  let isSecure: Bool

  convenience init(_ answers: [ServerAnswer], isSecure: Bool) async throws {
    var served: [ServedAnswer] = []
    for answer in answers { served.append(try await ServedAnswer(answer)) }
    try await self.init(served, isSecure: isSecure, folder: TemporaryFolder())
  }

  /// - Throws: `ProgramError` without a certificate, and errors of writing.
  public convenience init(_ answers: [ScriptedAnswer], isSecure: Bool) async throws {
    try await self.init(answers, isSecure: isSecure, nil)
  }

  private convenience init(_ answers: [ScriptedAnswer], isSecure: Bool, _ security: ServerSecurity?) async throws {
    let folder = try TemporaryFolder()
    let served = try answers.enumerated().map { number, answer in
      try folder.write(answer.bytes, to: "body-\(number)")
      return ServedAnswer(answer, file: folder.absolute("body-\(number)"))
    }
    try await self.init(served, isSecure: isSecure, security, folder: folder)
  }

  /// The same with another certificate and other ways of securing connections.
  convenience init(_ answers: [ScriptedAnswer], _ security: ServerSecurity) async throws {
    try await self.init(answers, isSecure: true, security)
  }

  private init(
    _ served: [ServedAnswer], isSecure: Bool, _ security: ServerSecurity? = nil, folder: TemporaryFolder
  ) async throws {
    let authority = isSecure ? try await TestAuthority.shared() : nil
    self.folder = folder
    self.isSecure = isSecure
    let settings = ServerSettings(
      log: folder.absolute("access.log"), sent: folder.absolute("fields.log"),
      certificate: security?.certificate.path ?? authority?.serverCertificate,
      key: security?.certificate.key ?? authority?.serverKey, suites: security.map { $0.suites ?? "ALL" },
      isOfTLS12: security?.suites != nil, handshakeDelay: security?.delay ?? 0, answers: served)
    try folder.write(try JSONEncoder().encode(settings), to: "settings.json")
  }

  var settingsFile: String { folder.absolute("settings.json") }

  /// A line for each connection (`connection`) and each request (`GET /a.jpg`), in their order.
  public var log: [String] { lines(of: "access.log") }

  /// The fields of all requests, as they were sent: `Accept: image/*`.
  public var fields: [String] { lines(of: "fields.log") }

  private func lines(of name: String) -> [String] {
    ((try? folder.text(of: name)) ?? "").split(separator: "\n").map(String.init)
  }
}

private struct ServerSettings: Encodable {
  var log: String
  var sent: String
  var certificate: String?
  var key: String?
  var suites: String?
  var isOfTLS12: Bool
  var handshakeDelay: Double
  var answers: [ServedAnswer]
}

/// How a server secures connections.
struct ServerSecurity: Sendable {
  var certificate: TestCertificate
  /// The suites of TLS 1.2, by OpenSSL's names, without TLS 1.3; nil: all of all versions.
  var suites: String?
  /// Seconds before its part of the handshake.
  var delay = 0.0
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
  var condition: String?
  var method: String?
  var asked: String?
  var interim: [Int] = []

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
    delay = answer.delay
    times = answer.times
    condition = answer.condition
    method = answer.method
    asked = answer.asked
    interim = answer.interim
  }
}
