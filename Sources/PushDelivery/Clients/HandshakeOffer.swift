/// What one client offers in the handshake of TLS, by OpenSSL's names. Every client begins with TLS 1.2 and offers all suites of TLS 1.3.
package struct HandshakeOffer: Hashable, Sendable {
  /// The suites of TLS 1.2.
  package var suites: [String]
  /// The groups for exchanging keys.
  package var groups: [String]
  /// The signature schemes for the server's key. Without its scheme a certificate is of no use, such as one with Ed25519 or P-521.
  package var signatures: [String]
}

extension LoadingClient {
  package var handshake: HandshakeOffer {
    switch self {
    // Conscrypt, NativeCrypto.java, DEFAULT_X509_CIPHER_SUITES, all of which HttpURLConnection offers (AOSP external/okhttp,
    // HttpsHandler.java, TLS_CONNECTION_SPEC); BoringSSL, ssl/extensions.cc, kDefaultGroups and kVerifySignatureAlgorithms.
    case .android:
      HandshakeOffer(
        suites: Self.authenticated + Self.chained(["ECDSA", "RSA"]) + Self.transported,
        groups: Self.groups, signatures: Self.signatures + ["RSA+SHA1"])
    // App Transport Security: forward secrecy only
    // (https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity). The groups and
    // schemes are those that its systems send.
    case .ios:
      HandshakeOffer(
        suites: Self.authenticated + Self.chained(["ECDSA", "RSA"]) + Self.chainedSHA2, groups: Self.groups + ["P-521"],
        signatures: Self.signatures)
    // Chromium, net/socket/ssl_client_socket_impl.cc, Init: `ALL:!aPSK:!ECDSA+SHA1:!3DES`, and kVerifyPrefs.
    case .chrome:
      HandshakeOffer(
        suites: Self.authenticated + Self.chained(["RSA"]) + Self.transported, groups: Self.groups,
        signatures: Self.signatures)
    }
  }

  /// With a key exchange of elliptic curves. No client offers one of finite fields (DHE).
  private static let authenticated = ["ECDSA", "RSA"].flatMap { key in
    ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].map { "ECDHE-\(key)-\($0)" }
  }

  /// The same with blocks that are chained.
  private static func chained(_ keys: [String]) -> [String] {
    keys.flatMap { ["ECDHE-\($0)-AES128-SHA", "ECDHE-\($0)-AES256-SHA"] }
  }

  private static let chainedSHA2 = ["ECDSA", "RSA"].flatMap {
    ["ECDHE-\($0)-AES128-SHA256", "ECDHE-\($0)-AES256-SHA384"]
  }

  /// The client encrypts the secret with the server's RSA key: no forward secrecy.
  private static let transported = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA"]

  private static let groups = ["X25519", "P-256", "P-384"]

  private static let signatures = [
    "ECDSA+SHA256", "rsa_pss_rsae_sha256", "RSA+SHA256", "ECDSA+SHA384", "rsa_pss_rsae_sha384", "RSA+SHA384",
    "rsa_pss_rsae_sha512", "RSA+SHA512",
  ]
}
