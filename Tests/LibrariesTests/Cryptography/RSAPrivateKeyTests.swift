import Foundation
import Libraries
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RSAPrivateKeyTests {
  private let text: String
  private let publicFile: String

  init() async throws {
    let shared = try await TestKey.shared()
    (text, publicFile) = (try shared.privateText, shared.publicFile)
  }

  /// The system's own program verifies it.
  private func isSigned(_ message: String, _ signature: Data) async throws -> Bool {
    let folder = TemporaryFolder()
    try folder.write(message, to: "message")
    try folder.write(signature, to: "signature")
    let arguments = ["dgst", "-sha256", "-verify", publicFile, "-signature", "signature", "message"]
    let output = try await Program("openssl").run(arguments, workingDirectory: folder.path)
    return output.status == 0 && output.stdout == "Verified OK\n"
  }

  @Test func signaturesAreThoseThatOpenSSLVerifies() async throws {
    let key = try RSAPrivateKey(pem: text)
    for message in ["", "a", String(repeating: "message ", count: 10_000)] {
      #expect(try await isSigned(message, Data(key.signature(of: Array(message.utf8)))))
    }
  }

  /// What else stands around it, and lines as Windows ends them, do not matter.
  @Test func readsTheFirstPrivateKeyOfAText() throws {
    let signature = try RSAPrivateKey(pem: text).signature(of: [1])
    let certificate = text.replacing("PRIVATE KEY", with: "CERTIFICATE")
    for other in [
      "Bag Attributes\n\n" + text + "the rest\n", certificate + text, text + certificate,
      text.replacing("\n", with: "\r\n"),
    ] {
      let key = try RSAPrivateKey(pem: other)
      #expect(key.signature(of: [1]) == signature)
    }
  }

  @Test(arguments: UnusableKey.allCases) func keysThatCannotSignAreRefused(unusable: UnusableKey) async throws {
    let text = try await unusable.text()
    #expect(throws: RSAPrivateKeyError.self) { _ = try RSAPrivateKey(pem: text) }
  }

  /// A key in which one character is wrong: its numbers do not belong together.
  @Test(arguments: [0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9]) func damagedKeysAreRefused(at part: Double) {
    var text = text
    let middle = text.index(text.startIndex, offsetBy: Int(Double(text.count) * part))
    text.replaceSubrange(middle...middle, with: text[middle] == "A" ? "B" : "A")
    #expect(throws: RSAPrivateKeyError.self) { _ = try RSAPrivateKey(pem: text) }
  }

  @Test(arguments: ["key-1", nil]) func tokensHaveHeaderClaimsAndSignature(keyIdentifier: String?) async throws {
    let claims = ["iss": "publisher@project.iam.gserviceaccount.com", "aud": "https://oauth2.googleapis.com/token"]
    let token = try JSONWebToken.signed(claims, keyIdentifier: keyIdentifier, with: try RSAPrivateKey(pem: text))
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    let bytes = try parts.map { try #require(Data(base64URL: $0)) }
    var header = ["alg": "RS256", "typ": "JWT"]
    header["kid"] = keyIdentifier
    #expect(try JSONDecoder().decode([String: String].self, from: bytes[0]) == header)
    #expect(try JSONDecoder().decode([String: String].self, from: bytes[1]) == claims)
    #expect(try await isSigned(parts[0] + "." + parts[1], bytes[2]))
  }
}

extension Data {
  /// Bytes from base64url without padding (RFC 7515, appendix C).
  fileprivate init?(base64URL text: String) {
    guard !text.contains(where: "=+/".contains) else { return nil }
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
  }
}
