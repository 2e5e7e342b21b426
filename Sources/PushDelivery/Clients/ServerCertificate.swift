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
  /// Whether it has names of hosts in subjectAltName, not only of people or services.
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
    let names = facts["X509v3 Subject Alternative Name"] ?? ""
    hasNames = ["DNS:", "IP Address:"].contains(where: names.contains)
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

  /// Why the client ends the connection to a server with this certificate, although OpenSSL accepts it; nil if it does not. `isPublic`:
  /// whether a public authority issued it, and not one that was installed on the device.
  package func refusal(of certificate: ServerCertificate, isPublic: Bool) -> String? {
    CertificateDemand.all.first { demand in
      demand.clients.contains(self) && (isPublic || !demand.isForPublicOnly) && demand.isBroken(by: certificate)
    }?.fault
  }
}

/// A demand on certificates that OpenSSL does not make: a row of texts/clients.txt.
private struct CertificateDemand: Sendable {
  let clients: [LoadingClient]
  /// Whether certificates of an installed authority are excepted.
  let isForPublicOnly: Bool
  let fault: String
  private let kind: String
  private let words: [String]

  static let all = WordTable.clients.rows("certificate", most: 4).map { row in
    CertificateDemand(
      clients: row[0].split(separator: ",").compactMap { LoadingClient(rawValue: String($0)) },
      isForPublicOnly: row[1] == "public-days", fault: row[3], kind: row[1],
      words: row[2].split(separator: ",").map(String.init))
  }

  func isBroken(by certificate: ServerCertificate) -> Bool {
    let numbers = words.compactMap { Int($0) }
    switch kind {
    case "names": return !certificate.hasNames
    case "signature": return words.contains(where: certificate.signature.lowercased().contains)
    case "rsa": return (certificate.bitsOfRSA ?? .max) < numbers[0]
    default:
      guard let validity = certificate.validity, validity.lowerBound >= numbers[1] else { return false }
      return validity.upperBound - validity.lowerBound > numbers[0] * 86_400
    }
  }
}
