import Ccurl
import Essentials

/// What a client offers in the handshake of TLS, by OpenSSL's names.
public struct TLSOffer: Hashable, Sendable {
  /// The suites of TLS 1.2. Those of TLS 1.3 are always offered.
  public var suites: [String]
  /// The groups for exchanging keys.
  public var groups: [String]
  /// The signature schemes for the server's key.
  public var signatures: [String]

  public init(suites: [String], groups: [String], signatures: [String]) {
    (self.suites, self.groups, self.signatures) = (suites, groups, signatures)
  }
}

/// The offer in OpenSSL's form, and the events of the handshake. It outlives the connections.
@safe final class TLSHandshake {
  let pointer: UnsafeMutablePointer<ccurl_handshake>
  /// nil: what OpenSSL offers by itself.
  let offer: TLSOffer?

  /// nil where libcurl is built with another library than OpenSSL 3, which offers what it wants.
  init?(_ offer: TLSOffer?) {
    guard ccurl_uses_openssl() != 0 else { return nil }
    self.offer = offer
    let signatures = unsafe offer.map { unsafe strdup($0.signatures.joined(separator: ":")) }
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(
      to: ccurl_handshake(signatures: signatures ?? nil, is_asked_for_certificate: 0, has_begun: 0))
  }

  deinit {
    unsafe free(pointer.pointee.signatures)
    unsafe pointer.deallocate()
  }

  /// Whether the server asked for a certificate of the client since the last `forget`.
  var isAskedForCertificate: Bool { unsafe pointer.pointee.is_asked_for_certificate != 0 }

  /// Whether a handshake began since the last `forget`. libcurl says that it is connected when the handshake has ended.
  var hasBegun: Bool { unsafe pointer.pointee.has_begun != 0 }

  /// Before a transfer.
  func forget() { unsafe (pointer.pointee.is_asked_for_certificate, pointer.pointee.has_begun) = (0, 0) }
}

/// The certificates that libcurl trusts.
public enum TrustedCertificates {
  /// The file that libcurl reads unless told otherwise; nil where it has its own store.
  public static var file: String? {
    guard let path = unsafe ccurl_trusted_file() else { return nil }
    return unsafe String(cString: path)
  }
}
