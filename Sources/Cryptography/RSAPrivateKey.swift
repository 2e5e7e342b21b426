import Cssl

/// A private RSA key that signs with RS256 (RFC 7518, 3.3), owned: it is wiped and freed when it goes out of scope, and
/// nothing tells its numbers.
@safe public struct RSAPrivateKey: ~Copyable {
  private let pointer: OpaquePointer

  /// Reads the first private key of a text.
  ///
  /// - Parameter pem: PKCS #8 (`PRIVATE KEY`, RFC 5958) or PKCS #1 (`RSA PRIVATE KEY`, RFC 8017), in PEM form (RFC 7468).
  /// - Throws: where there is none that can be used. The numbers are looked at only as far as a signature needs them.
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
    return bits < fewestBits ? .tooShort(bits: bits) : nil
  }

  /// RFC 7518, 3.3.
  private static let fewestBits = 2048

  /// Signs with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 8017, 8.2). The same message always has the same signature.
  ///
  /// - Returns: as many bytes as the key has.
  /// - Throws: `inconsistent` where the key's own public half would not accept the signature.
  public func signature(of message: [UInt8]) throws(RSAPrivateKeyError) -> [UInt8] {
    let signature = unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_PKEY_get_size(pointer))) { buffer, count in
      count = unsafe sign(message, into: buffer) ?? 0
    }
    guard !signature.isEmpty, verifies(signature, of: message) else {
      OpenSSL.forgetErrors()
      throw .inconsistent
    }
    return signature
  }

  private func sign(_ message: [UInt8], into signature: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    let context = DigestContext()
    var count = signature.count
    guard unsafe cssl_begin_signing(context.pointer, OpenSSL.context, pointer) == 1,
      unsafe EVP_DigestSign(context.pointer, signature.baseAddress, &count, message, message.count) == 1
    else { return nil }
    return count
  }

  private func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    let context = DigestContext()
    return unsafe cssl_begin_verifying(context.pointer, OpenSSL.context, pointer) == 1
      && EVP_DigestVerify(context.pointer, signature, signature.count, message, message.count) == 1
  }
}

/// Why a private key cannot be used. Nothing of the key is in it.
public enum RSAPrivateKeyError: Error, Hashable, Sendable {
  /// There is no private key in PEM form, or it is damaged.
  case unreadable
  /// It is encrypted, and no password is ever asked for.
  case encrypted
  /// It is a key of another algorithm, such as one of elliptic curves.
  case otherAlgorithm
  /// It has fewer bits than the 2048 that RS256 asks for.
  case tooShort(bits: Int)
  /// Its numbers do not belong together: nobody could verify what it signs.
  case inconsistent
}
