import Cssl
import Essentials

/// A private RSA key that signs with RS256 (RFC 7518, 3.3), owned: it is wiped and freed at the end of its scope, and
/// its numbers stay secret.
@safe public struct RSAPrivateKey: ~Copyable {
  private let pointer: OpaquePointer

  /// Reads the first private key of a text.
  /// - Parameter pem: PKCS #8 (`PRIVATE KEY`, RFC 5958) or PKCS #1 (`RSA PRIVATE KEY`, RFC 8017), in PEM form (RFC 7468).
  /// - Throws: where no key is found, or its signatures could not be verified.
  public init(pem: String) throws(RSAPrivateKeyError) {
    let pointer = try unsafe Self.read(pem)
    if let reason = unsafe Self.reasonAgainst(pointer) {
      unsafe EVP_PKEY_free(pointer)
      throw reason
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  private static func read(_ pem: String) throws(RSAPrivateKeyError) -> OpaquePointer {
    var text = pem
    var isEncrypted: CInt = 0
    let pointer = text.withUTF8 { bytes in
      unsafe cssl_read_private_key(OpenSSL.context, bytes.baseAddress, CInt(clamping: bytes.count), &isEncrypted)
    }
    guard let pointer = unsafe pointer else {
      OpenSSL.forgetErrors()
      throw isEncrypted == 1 ? .encrypted : .unreadable
    }
    return unsafe pointer
  }

  /// Why a key cannot sign with RS256; nil where it can.
  private static func reasonAgainst(_ pointer: OpaquePointer) -> RSAPrivateKeyError? {
    guard unsafe EVP_PKEY_is_a(pointer, "RSA") == 1 else { return .otherAlgorithm }
    let bits = unsafe Int(EVP_PKEY_get_bits(pointer))
    guard bits >= fewestBits else { return .tooShort(bits: bits) }
    guard unsafe cssl_is_consistent(OpenSSL.context, pointer) == 1 else {
      OpenSSL.forgetErrors()
      return .inconsistent
    }
    return nil
  }

  /// RFC 7518, 3.3.
  private static let fewestBits = 2048

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

/// Why a private key cannot be used. It contains nothing of the key.
public enum RSAPrivateKeyError: Error, Hashable, Sendable {
  /// The private key in PEM form is missing or damaged.
  case unreadable
  /// It is encrypted; passwords are not supported.
  case encrypted
  /// It is a key of another algorithm, such as one of elliptic curves.
  case otherAlgorithm
  /// It has fewer than the 2048 bits that RS256 requires.
  case tooShort(bits: Int)
  /// Its numbers are inconsistent.
  case inconsistent
}

/// JSON Web Tokens (RFC 7519) in compact form: header, claims and signature in base64url, with periods between them.
public enum JSONWebToken {
  /// A token signed with RS256. Anyone who has it may do what it claims.
  /// - Parameter keyIdentifier: names the key for verifiers; nil: they know it.
  public static func signed(
    _ claims: some Encodable, keyIdentifier: String?, with key: borrowing RSAPrivateKey
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = Header(kid: keyIdentifier)
    let message = base64URL(try encoder.encode(header)) + "." + base64URL(try encoder.encode(claims))
    return message + "." + base64URL(Data(key.signature(of: Array(message.utf8))))
  }

  /// RFC 7515, 4.1.
  private struct Header: Encodable {
    let alg = "RS256"
    let typ = "JWT"
    let kid: String?
  }

  /// Base64 with two other characters and no padding (RFC 7515, appendix C).
  private static func base64URL(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
