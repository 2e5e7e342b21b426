/// An authority that signs a certificate for this machine. Both are made for each run of the tests, with `openssl`.
public final class TestAuthority: Sendable {
  let folder = TemporaryFolder()

  /// One for all tests of a run.
  public static func shared() async throws -> TestAuthority { try await made.value }

  private static let made = Task { try await TestAuthority() }

  private init() async throws {
    try folder.write(Self.settings, to: "openssl.cnf")
    let key = ["req", "-newkey", "rsa:2048", "-nodes", "-config", "openssl.cnf"]
    try await openssl(
      key + ["-x509", "-days", "2", "-extensions", "authority"] + ["-keyout", "ca.key", "-out", "ca.pem"])
    try await openssl(key + ["-keyout", "server.key", "-out", "server.csr"])
    try await openssl(
      ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"]
        + ["-extfile", "openssl.cnf", "-extensions", "server", "-out", "server.pem"])
  }

  /// The authority's certificate, in PEM form.
  public var certificateFile: String { folder.absolute("ca.pem") }

  /// The server's certificate and key.
  var serverCertificate: String { folder.absolute("server.pem") }
  var serverKey: String { folder.absolute("server.key") }

  func openssl(_ arguments: [String]) async throws { try await folder.make([["openssl"] + arguments]) }

  private static let settings = """
    [req]
    prompt = no
    distinguished_name = name
    [name]
    CN = richpush tests
    [authority]
    basicConstraints = critical, CA:TRUE
    keyUsage = critical, keyCertSign
    subjectKeyIdentifier = hash
    [server]
    basicConstraints = CA:FALSE
    subjectAltName = DNS:localhost, IP:127.0.0.1
    """
}

/// Why a test server does not serve.
public struct TestServerError: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}
