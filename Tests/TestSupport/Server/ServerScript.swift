import Foundation

/// The answers of a server, written in a separate folder as server.py reads them, and its log of requests.
public final class ServerScript: Sendable {
  private let folder: TemporaryFolder
  /// Whether it speaks TLS, with a certificate of `TestAuthority`.
  let isSecure: Bool

  convenience init(_ answers: [ServerAnswer], isSecure: Bool) async throws {
    var scripted: [ScriptedAnswer] = []
    for answer in answers { scripted.append(try await ScriptedAnswer(answer)) }
    try await self.init(scripted, isSecure: isSecure)
  }

  /// - Throws: `ProgramError` without a certificate, and errors of writing.
  public convenience init(_ answers: [ScriptedAnswer], isSecure: Bool) async throws {
    try await self.init(answers, isSecure: isSecure, nil)
  }

  /// - Parameter security: another certificate and other ways of securing connections.
  init(_ answers: [ScriptedAnswer], isSecure: Bool, _ security: ServerSecurity?) async throws {
    let folder = TemporaryFolder()
    let served = try answers.enumerated().map { number, answer in
      try folder.write(answer.bytes, to: "body-\(number)")
      var answer = answer
      answer.file = folder.absolute("body-\(number)")
      return answer
    }
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
  var answers: [ScriptedAnswer]
}

/// How a server secures connections.
struct ServerSecurity: Sendable {
  var certificate: TestCertificate
  /// The suites of TLS 1.2, by OpenSSL's names, without TLS 1.3; nil: all of all versions.
  var suites: String?
  /// Seconds before its part of the handshake.
  var delay = 0.0
}
