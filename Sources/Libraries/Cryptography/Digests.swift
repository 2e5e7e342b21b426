import Cssl
import Essentials

/// What this whole module uses of OpenSSL.
enum OpenSSL {
  /// A library context for this module: algorithms that a system's openssl.cnf disables for connections, such as MD5,
  /// still work.
  nonisolated(unsafe) static let context: OpaquePointer = {
    // It only fails without memory, where Swift cannot go on either.
    guard let context = unsafe cssl_start() else { fatalError("OpenSSL cannot start") }
    return unsafe context
  }()

  /// Drops errors of this thread, which other users of OpenSSL would take for their own. They may reveal facts about keys.
  static func forgetErrors() { ERR_clear_error() }
}

/// A digest that OpenSSL knows. It is looked up once: that takes longer than digesting a short text.
@safe struct DigestAlgorithm: @unchecked Sendable {
  let pointer: OpaquePointer

  static let sha256 = DigestAlgorithm("SHA256")
  static let md5 = DigestAlgorithm("MD5")

  private init(_ name: String) {
    // All are in every OpenSSL's default provider. Without one nothing could be signed, published or compared.
    guard let pointer = unsafe cssl_find_digest(OpenSSL.context, name) else { fatalError("OpenSSL has no \(name)") }
    unsafe self.pointer = pointer
  }

  func digest(of bytes: [UInt8]) -> [UInt8] {
    unsafe result { result in
      unsafe bytes.withUnsafeBytes { unsafe cssl_digest(pointer, $0.baseAddress, $0.count, result) }
    }
  }

  /// What OpenSSL writes into a buffer, returning 1. It only fails without memory, where Swift cannot go on either.
  func result(_ body: (UnsafeMutablePointer<UInt8>?) -> CInt) -> [UInt8] {
    let size = unsafe Int(EVP_MD_get_size(pointer))
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      precondition(unsafe body(buffer.baseAddress) == 1, "OpenSSL cannot end a digest")
      count = size
    }
  }
}

/// A digest, signature or verification in progress, owned.
@safe struct DigestContext: ~Copyable {
  let pointer: OpaquePointer

  /// Without memory this process ends, as Swift itself does.
  init() {
    guard let pointer = unsafe EVP_MD_CTX_new() else { fatalError("there is no memory for a digest") }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_MD_CTX_free(pointer) }
}

/// The SHA-256 digest (FIPS 180-4) of bytes that arrive in pieces.
public struct SHA256: ~Copyable {
  private let context = DigestContext()

  /// Starts without bytes.
  public init() {
    let status = unsafe cssl_begin_digest(context.pointer, DigestAlgorithm.sha256.pointer)
    precondition(status == 1, "OpenSSL cannot begin a digest")
  }

  /// Appends bytes.
  public mutating func update(_ bytes: RawSpan) {
    let status = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context.pointer, $0.baseAddress, $0.count) }
    precondition(status == 1, "OpenSSL cannot continue a digest")
  }

  /// The 32-byte digest of all bytes so far. You can add more afterwards.
  public func digest() -> [UInt8] {
    // OpenSSL allows no bytes after the end, so this ends a copy.
    let copy = DigestContext()
    precondition(unsafe EVP_MD_CTX_copy_ex(copy.pointer, context.pointer) == 1, "OpenSSL cannot copy a digest")
    return unsafe DigestAlgorithm.sha256.result { unsafe EVP_DigestFinal_ex(copy.pointer, $0, nil) }
  }

  /// The digest of all of `bytes`, 32 bytes.
  public static func digest(of bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha256.digest(of: bytes) }
}

/// The MD5 digest (RFC 1321), by which stores and caches compare what arrives with what was sent. It is not secure against
/// attackers.
public struct MD5Digest: Hashable, Sendable {
  /// Sixteen.
  public let bytes: [UInt8]

  /// The digest of all of `bytes`.
  public init(of bytes: [UInt8]) { self.bytes = DigestAlgorithm.md5.digest(of: bytes) }

  /// 32 lower-case hexadecimal digits, as in entity tags.
  public var hex: String { bytes.hexadecimal }

  /// As in `Content-MD5` (https://datatracker.ietf.org/doc/html/rfc1864).
  public var base64: String { Data(bytes).base64EncodedString() }
}

/// The code (HMAC, RFC 2104, with SHA-256, FIPS 180-4) that proves to holders of a shared key that a message is authentic.
public struct MessageAuthenticationCode: Hashable, Sendable {
  /// Thirty-two.
  public let bytes: [UInt8]

  /// The code of all of `message`.
  /// - Parameter key: of any length; it is not kept.
  public init(of message: [UInt8], key: [UInt8]) {
    bytes = unsafe DigestAlgorithm.sha256.result { result in
      unsafe key.withUnsafeBytes { key in
        unsafe message.withUnsafeBytes { message in
          unsafe cssl_hmac_sha256(
            OpenSSL.context, key.baseAddress, key.count, message.baseAddress, message.count, result)
        }
      }
    }
  }

  /// As in header fields.
  public var base64: String { Data(bytes).base64EncodedString() }
}
