import Cssl

/// What all of this module uses of OpenSSL.
enum OpenSSL {
  /// A library context of our own: what a system's openssl.cnf switches off for connections, as it may MD5, is there all
  /// the same.
  nonisolated(unsafe) static let context: OpaquePointer = {
    // It fails only without memory, where Swift does not go on either.
    guard let context = unsafe OSSL_LIB_CTX_new() else { fatalError("OpenSSL cannot start") }
    return unsafe context
  }()

  /// Drops what failed on this thread, which others that use OpenSSL would otherwise find as their own. It may tell about keys.
  static func forgetErrors() { ERR_clear_error() }
}

/// A digest that OpenSSL knows. It is looked up once, which takes longer than to make the digest of a short text.
@safe struct DigestAlgorithm: @unchecked Sendable {
  let pointer: OpaquePointer

  static let sha256 = DigestAlgorithm("SHA256")
  static let sha1 = DigestAlgorithm("SHA1")
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

  /// What OpenSSL writes where it is told to, returning 1. It fails only without memory, where Swift does not go on either.
  func result(_ body: (UnsafeMutablePointer<UInt8>?) -> CInt) -> [UInt8] {
    let size = unsafe Int(EVP_MD_get_size(pointer))
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      precondition(unsafe body(buffer.baseAddress) == 1, "OpenSSL cannot end a digest")
      count = size
    }
  }
}

/// A digest, signature or verification under way, owned.
@safe struct DigestContext: ~Copyable {
  let pointer: OpaquePointer

  /// Without memory this process ends, as it does wherever Swift itself has none.
  init() {
    guard let pointer = unsafe EVP_MD_CTX_new() else { fatalError("there is no memory for a digest") }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_MD_CTX_free(pointer) }
}
