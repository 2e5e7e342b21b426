import Cssl
import Essentials

/// A private RSA key that signs with RS256 (RFC 7518, 3.3), owned: it is wiped and freed at the end of its scope, and
/// its numbers stay secret.
@safe public struct RSAPrivateKey: ~Copyable {
  private let pointer: OpaquePointer

  /// Reads the first private key of a text.
  /// - Parameter pem: PKCS #8 (`PRIVATE KEY`, RFC 5958) or PKCS #1 (`RSA PRIVATE KEY`, RFC 8017), in PEM form (RFC 7468).
  /// - Throws: where no key is found, or it cannot sign with RS256.
  public init(pem: String) throws(RSAPrivateKeyError) {
    var text = pem
    let found = text.withUTF8 { bytes in
      unsafe cssl_read_private_key(OpenSSL.context, bytes.baseAddress, CInt(clamping: bytes.count))
    }
    defer { OpenSSL.forgetErrors() }
    guard let found = unsafe found else { throw RSAPrivateKeyError() }
    // The fewest bits: RFC 7518, 3.3.
    guard unsafe EVP_PKEY_is_a(found, "RSA") == 1, unsafe EVP_PKEY_get_bits(found) >= 2048,
      unsafe cssl_is_consistent(OpenSSL.context, found) == 1
    else {
      unsafe EVP_PKEY_free(found)
      throw RSAPrivateKeyError()
    }
    unsafe pointer = found
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// Signs with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 8017, 8.2): as long as the key, and always equal for equal messages.
  public func signature(of message: [UInt8]) -> [UInt8] {
    let context = DigestContext()
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_PKEY_get_size(pointer))) { signature, count in
      count = signature.count
      guard unsafe cssl_begin_signing(context.pointer, OpenSSL.context, pointer) == 1,
        unsafe EVP_DigestSign(context.pointer, signature.baseAddress, &count, message, message.count) == 1
      else {
        // The key was checked when it was read, so only memory can be missing.
        fatalError("OpenSSL cannot sign")
      }
    }
  }
}

/// A private key that cannot be used: it is missing, damaged, encrypted, of another algorithm or too short, or its numbers are inconsistent.
public struct RSAPrivateKeyError: Error, Hashable, Sendable {}

/// JSON Web Tokens (RFC 7519) in compact form: header, claims and signature in base64url, with periods between them.
public enum JSONWebToken {
  /// A token signed with RS256. Anyone who has it may do what it claims.
  /// - Parameter keyIdentifier: names the key for verifiers; nil: they know it.
  public static func signed(
    _ claims: some Encodable, keyIdentifier: String?, with key: borrowing RSAPrivateKey
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // RFC 7515, 4.1.
    let header: [String: String?] = ["alg": "RS256", "typ": "JWT", "kid": keyIdentifier]
    let message =
      base64URL(try encoder.encode(header.compactMapValues(\.self))) + "." + base64URL(try encoder.encode(claims))
    return message + "." + base64URL(Data(key.signature(of: Array(message.utf8))))
  }

  /// Base64 with two other characters and no padding (RFC 7515, appendix C).
  private static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
