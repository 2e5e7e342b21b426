import Libraries
import TestSupport
import Testing

@Suite struct DigestTests {
  /// The examples of FIPS 180-4
  /// (https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values), and that of no bytes.
  static let sha256 = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: sha256) func sha256IsThatOfTheStandard(text: String, digest: String) {
    let bytes = Array(text.utf8)
    #expect(hexadecimal(SHA256.digest(of: bytes)) == digest)
    var running = SHA256()
    running.update(bytes.span.bytes)
    #expect(hexadecimal(running.digest()) == digest)
  }

  /// Around the ends of its blocks of 64 bytes and of the length that ends the last.
  @Test func everySplitGivesTheSameDigest() {
    let bytes = (0..<200).map { UInt8($0) }
    for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 200] {
      let whole = SHA256.digest(of: Array(bytes[..<length]))
      for split in 0...length {
        let (first, second) = (bytes[..<split], bytes[split..<length])
        var running = SHA256()
        running.update(first.span.bytes)
        running.update(second.span.bytes)
        #expect(running.digest() == whole, "\(length) bytes, split at \(split)")
      }
    }
  }

  /// RFC 1321, A.5.
  static let md5 = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
  ]

  @Test(arguments: md5) func md5IsThatOfTheStandard(text: String, digest: String) {
    #expect(MD5Digest(of: Array(text.utf8)).hex == digest)
  }

  /// The output of `openssl md5 -binary | base64`.
  @Test func md5IsWrittenInBase64Too() {
    let digest = MD5Digest(of: Array("abc".utf8))
    #expect(digest.bytes.count == 16 && digest.base64 == "kAFQmDzST7DWlj99KOF/cg==")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

@Suite struct MessageAuthenticationCodeTests {
  /// The cases 1, 2, 3 and 6 of RFC 4231, section 4 (https://datatracker.ietf.org/doc/html/rfc4231#section-4).
  private static let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ]

  @Test(arguments: cases.indices) func isThatOfTheStandard(place: Int) {
    let example = Self.cases[place]
    #expect(MessageAuthenticationCode(of: example.message, key: example.key).bytes == hexadecimal(example.code))
  }

  /// Python's `hmac` says the same of nothing under nothing.
  @Test func nothingHasACodeToo() {
    #expect(MessageAuthenticationCode(of: [], key: []).base64 == "thNnmggU2ex3L5XXeMNfxf8Wl8STcVZTxscSFEKSxa0=")
  }
}
