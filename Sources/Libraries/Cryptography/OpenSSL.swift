import Cssl

/// What this whole module uses of OpenSSL.
enum OpenSSL {
  /// A library context for this module: algorithms that a system's openssl.cnf disables for connections, such as MD5,
  /// still work.
  nonisolated(unsafe) static let context: OpaquePointer = {
    // It only fails without memory, where Swift cannot go on either.
    guard let context = unsafe OSSL_LIB_CTX_new() else { fatalError("OpenSSL cannot start") }
    return unsafe context
  }()

  /// Drops errors of this thread, which other users of OpenSSL would take for their own. They may reveal facts about keys.
  static func forgetErrors() { ERR_clear_error() }
}

/// A digest that OpenSSL knows. It is looked up once: that takes longer than digesting a short text.
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
