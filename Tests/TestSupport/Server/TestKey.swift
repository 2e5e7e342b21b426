public import Foundation

/// The key of a service account, made for each run of the tests.
public final class TestKey: Sendable {
  private let folder = TemporaryFolder()

  /// One for all tests of a run.
  public static func shared() async throws -> TestKey { try await made.value }

  private static let made = Task { try await TestKey() }

  private init() async throws {
    try await folder.make([
      ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key.pem"],
      ["openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"],
    ])
  }

  /// The public half, in PEM form.
  public var publicFile: String { folder.absolute("public.pem") }

  var privateFile: String { folder.absolute("key.pem") }

  /// The private key, in PEM form.
  public var privateText: String { get throws { try folder.text(of: "key.pem") } }

  /// The account's key file in Google Cloud's form.
  public func json(tokenURL: String, privateKey: String? = nil) throws -> Data {
    try JSONEncoder().encode([
      "type": "service_account", "client_email": "publisher@project.iam.gserviceaccount.com",
      "private_key": try privateKey ?? privateText, "private_key_id": "key-1", "token_uri": tokenURL,
    ])
  }
}
