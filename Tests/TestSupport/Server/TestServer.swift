/// A server on this machine that gives scripted answers, with a certificate of `TestAuthority`. It ends when the last reference goes.
public final class TestServer: Sendable {
  private let script: ServerScript
  private let process: ServerProcess
  public let port: Int

  /// - Parameter isSecure: whether it speaks TLS.
  /// - Throws: `TestServerError`, and what running programs throws.
  public convenience init(_ answers: [ServerAnswer], isSecure: Bool = true) async throws {
    try self.init(try await ServerScript(answers, isSecure: isSecure))
  }

  /// The same with answers of bytes that a test makes, over plain HTTP unless said otherwise.
  public convenience init(_ answers: [ScriptedAnswer], isSecure: Bool = false) async throws {
    try self.init(try await ServerScript(answers, isSecure: isSecure))
  }

  init(_ script: ServerScript) throws {
    self.script = script
    process = try ServerProcess("server.py", [script.settingsFile])
    guard let port = Int(process.greeting) else {
      throw TestServerError(description: "server.py did not tell its port")
    }
    self.port = port
  }

  /// The address of a path: of `localhost`, for which the certificate is.
  public func url(_ path: String) -> String { "\(script.isSecure ? "https" : "http")://localhost:\(port)\(path)" }

  /// A line for each connection (`connection`) and each request (`GET /a.jpg`), in their order.
  public var log: [String] { script.log }

  /// The names of the fields that it was sent, in lower case.
  public var namesOfFields: Set<String> { Set(script.fields.map { $0.prefix { $0 != ":" }.lowercased() }) }
}

/// A server on this machine that asks each client for a certificate.
public final class MutualTLSServer: Sendable {
  private let process: ServerProcess

  public init(_ authority: TestAuthority) throws {
    process = try ServerProcess(
      "mutual_tls.py", [authority.serverCertificate, authority.serverKey, authority.certificateFile])
  }

  public func url(_ path: String) -> String { "https://localhost:\(process.greeting)\(path)" }
}
