/// A server on this machine that asks each client for a certificate.
public final class MutualTLSServer: Sendable {
  private let process: ServerProcess

  public init(_ authority: TestAuthority) throws {
    process = try ServerProcess(
      "mutual_tls.py", [authority.serverCertificate, authority.serverKey, authority.certificateFile])
  }

  public func url(_ path: String) -> String { "https://localhost:\(process.greeting)\(path)" }
}
