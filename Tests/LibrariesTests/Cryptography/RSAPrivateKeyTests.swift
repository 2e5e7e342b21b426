import Foundation
import Libraries
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RSAPrivateKeyTests {
  @Test func signsLikeTheExampleOfTheStandard() throws {
    let key = try RSAPrivateKey(pem: RSANumbers.example.pem)
    let signature = key.signature(of: Array(RSANumbers.message.utf8))
    #expect(Data(signature) == Data(base64URL: RSANumbers.signature))
  }

  @Test func signaturesAreThoseThatOpenSSLVerifies() async throws {
    let folder = try TemporaryFolder()
    let shared = try await TestKey.shared()
    let key = try RSAPrivateKey(pem: shared.privateText)
    for message in ["", "a", String(repeating: "message ", count: 10_000)] {
      try folder.write(message, to: "message")
      try folder.write(Data(key.signature(of: Array(message.utf8))), to: "signature")
      let arguments = ["dgst", "-sha256", "-verify", shared.publicFile, "-signature", "signature", "message"]
      let output = try await Program("openssl").run(arguments, workingDirectory: folder.path)
      #expect(output.status == 0 && output.stdout == "Verified OK\n", "\(output)")
    }
  }

  /// What else stands around it, and lines as Windows ends them, do not matter.
  @Test func readsTheFirstPrivateKeyOfAText() throws {
    let pem = RSANumbers.example.pem
    let certificate = pem.replacing("RSA PRIVATE KEY", with: "CERTIFICATE")
    for text in [
      "Bag Attributes\n\n" + pem + "the rest\n", certificate + pem, pem + certificate,
      pem.replacing("\n", with: "\r\n"),
    ] {
      let key = try RSAPrivateKey(pem: text)
      #expect(Data(key.signature(of: Array(RSANumbers.message.utf8))) == Data(base64URL: RSANumbers.signature))
    }
  }

  @Test(arguments: UnusableKey.allCases) func keysThatCannotSignAreRefused(unusable: UnusableKey) async throws {
    let text = try await unusable.text()
    let error = #expect(throws: RSAPrivateKeyError.self) { _ = try RSAPrivateKey(pem: text) }
    let expected: RSAPrivateKeyError =
      switch unusable {
      case .encrypted, .encryptedTraditionally: .encrypted
      case .ellipticCurve, .probabilisticSignatures: .otherAlgorithm
      case .short: .tooShort(bits: 1024)
      case .publicHalf, .cutOff, .otherText, .nothing: .unreadable
      }
    #expect(error == expected)
  }

  /// A key in which one character is wrong.
  @Test(arguments: RSANumbers.all) func numbersThatDoNotBelongTogetherAreRefused(
    number: any WritableKeyPath<RSANumbers, String> & Sendable
  ) {
    var numbers = RSANumbers.example
    numbers[keyPath: number].damage()
    #expect(throws: RSAPrivateKeyError.inconsistent) { _ = try RSAPrivateKey(pem: numbers.pem) }
  }
}

extension String {
  /// Replaces the character in the middle by another.
  fileprivate mutating func damage() {
    let middle = index(startIndex, offsetBy: count / 2)
    replaceSubrange(middle...middle, with: self[middle] == "A" ? "B" : "A")
  }
}
