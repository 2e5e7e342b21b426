package import Findings

/// The server's own certificate, without those of its authorities.
package struct ServerCertificate: Hashable, Sendable {
  /// As OpenSSL names it: `sha256WithRSAEncryption`.
  var signature: String
  /// As OpenSSL names it: `rsaEncryption`, `id-ecPublicKey`, `ED25519`.
  var key: String
  /// nil: it is not an RSA key.
  var bitsOfRSA: Int?
  /// When it begins and ends to be valid, in seconds since 1970; nil: not readable.
  var validity: ClosedRange<Int>?
  /// Whether it has names in subjectAltName.
  var hasNames: Bool
  /// Where the certificate of its issuer is.
  package var issuers: [String]

  /// - Parameter facts: as libcurl lists them (https://curl.se/libcurl/c/CURLINFO_CERTINFO.html).
  /// - Returns: nil without any.
  package init?(_ facts: [HeaderField]) {
    guard !facts.isEmpty else { return nil }
    let facts = Dictionary(facts.map { ($0.name, $0.value) }) { first, _ in first }
    signature = facts["Signature Algorithm"] ?? ""
    key = facts["Public Key Algorithm"] ?? ""
    bitsOfRSA = facts["RSA Public Key"].flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
    validity = Self.validity(facts["Start date"], facts["Expire date"])
    hasNames = facts["X509v3 Subject Alternative Name"] != nil
    let places = (facts["Authority Information Access"] ?? "").split(whereSeparator: \.isNewline)
    issuers = places.compactMap { $0.wholeMatch(of: #/\s*CA Issuers - URI:(\S+)\s*/#).map { String($0.1) } }
  }

  private static func validity(_ start: String?, _ end: String?) -> ClosedRange<Int>? {
    guard let start = start.flatMap(HTTPDate.seconds), let end = end.flatMap(HTTPDate.seconds), start <= end else {
      return nil
    }
    return start...end
  }
}

extension LoadingClient {
  /// Whether it loads the certificate of an issuer that the server does not send. Apple: SecTrustSetNetworkFetchAllowed, on by default
  /// for TLS (https://developer.apple.com/documentation/security/sectrustsetnetworkfetchallowed(_:_:)); Chromium,
  /// net/cert/cert_verify_proc_builtin.cc, CertIssuerSourceAia, and cert_verify_proc_android.cc. Conscrypt's TrustManagerImpl loads nothing.
  package var fetchesIssuers: Bool { self != .android }

  /// Why the client ends the connection to a server with this certificate, although OpenSSL accepts it; nil if it does not.
  ///
  /// - Parameter isPublic: whether a public authority issued it, and not one that was installed on the device.
  package func refusal(of certificate: ServerCertificate, isPublic: Bool) -> String? {
    CertificateDemand.all.first { demand in
      demand.clients.contains(self) && (isPublic || !demand.isForPublicOnly) && demand.isBroken(certificate)
    }?.fault
  }
}

/// A demand on certificates that OpenSSL does not make: one row each.
private struct CertificateDemand: Sendable {
  let fault: String
  let clients: Set<LoadingClient>
  /// Whether certificates of an installed authority are excepted.
  var isForPublicOnly = false
  let isBroken: @Sendable (ServerCertificate) -> Bool

  static let all = [
    // https://support.apple.com/103769; Chromium, net/cert/cert_verify_proc.cc, since 58;
    // https://developer.android.com/about/versions/pie/android-9.0-changes-all#hostname-verification
    CertificateDemand(
      fault: "the certificate has its name in the common name only, and clients read subjectAltName",
      clients: [.ios, .android, .chrome]
    ) { !$0.hasNames },
    // https://support.apple.com/103769; Chromium, net/cert/cert_verify_proc.cc, ERR_CERT_WEAK_SIGNATURE_ALGORITHM; Conscrypt,
    // ChainStrengthAnalyzer.java, SIGNATURE_ALGORITHM_OID_BLACKLIST
    CertificateDemand(
      fault: "the certificate is signed with SHA-1 or MD5, which clients no longer trust",
      clients: [.ios, .android, .chrome]
    ) { $0.isWeaklySigned },
    // Conscrypt, ChainStrengthAnalyzer.java, MIN_RSA_MODULUS_LEN_BITS; Chromium, net/cert/cert_verify_proc.cc, IsWeakKey
    CertificateDemand(
      fault: "the certificate has an RSA key of less than 1024 bits", clients: [.android, .chrome]
    ) { ($0.bitsOfRSA ?? .max) < 1024 },
    // https://support.apple.com/103769
    CertificateDemand(
      fault: "the certificate has an RSA key of less than 2048 bits", clients: [.ios]
    ) { ($0.bitsOfRSA ?? .max) < 2048 },
    // https://support.apple.com/103769: of those issued since 1 July 2019
    CertificateDemand(
      fault: "the certificate is valid for more than 825 days", clients: [.ios]
    ) { $0.isValid(forMoreThan: 825, issuedSince: 1_561_939_200) },
    // https://support.apple.com/102028; Chromium, net/cert/cert_verify_proc.cc, HasTooLongValidity: of those issued since
    // 1 September 2020
    CertificateDemand(
      fault: "the certificate is valid for more than 398 days", clients: [.ios, .chrome], isForPublicOnly: true
    ) { $0.isValid(forMoreThan: 398, issuedSince: 1_598_918_400) },
  ]
}

extension ServerCertificate {
  fileprivate var isWeaklySigned: Bool {
    let name = signature.lowercased()
    return ["sha1", "md5", "md4", "md2"].contains(where: name.contains)
  }

  /// - Parameter start: in seconds since 1970.
  fileprivate func isValid(forMoreThan days: Int, issuedSince start: Int) -> Bool {
    guard let validity, validity.lowerBound >= start else { return false }
    return validity.upperBound - validity.lowerBound > days * 86_400
  }
}
