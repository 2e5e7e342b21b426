public import Findings
import Foundation

/// One way in which a server secures a connection, and what each client makes of it: a row of the table of docs/clients.md.
public struct HandshakeShape: Sendable {
  /// What is special about it, as the first column of docs/clients.md.
  public let name: String
  let form: CertificateForm
  /// The suites of TLS 1.2 that the server takes, without TLS 1.3; nil: all.
  let suites: String?
  /// Whether an authority in between issued the certificate, and the server does not send that authority's.
  let lacksIssuer: Bool
  /// Seconds that the server waits before its part of the handshake.
  let delay: Double
  public let ios: ClientResult
  public let android: ClientResult
  public let web: ClientResult

  init(
    _ name: String, _ form: CertificateForm = .init(), suites: String? = nil, lacksIssuer: Bool = false,
    delay: Double = 0, ios: ClientResult, android: ClientResult, web: ClientResult
  ) {
    (self.name, self.form, self.suites, self.lacksIssuer, self.delay) = (name, form, suites, lacksIssuer, delay)
    (self.ios, self.android, self.web) = (ios, android, web)
  }

  /// All rows, in the order of docs/clients.md.
  public static let all = [
    HandshakeShape(
      "a certificate with a key of P-256", CertificateForm(key: curve("P-256")), ios: .yes(.appleOffer),
      android: .yes(.androidOffer), web: .yes(.chromeOffer)),
    HandshakeShape(
      "a certificate with a key of P-521", CertificateForm(key: curve("P-521")), ios: .no(.appleOffer),
      android: .no(.androidOffer), web: .no(.chromeOffer)),
    HandshakeShape(
      "a certificate with a key of Ed25519", CertificateForm(key: ["-newkey", "ed25519"]), ios: .no(.appleOffer),
      android: .no(.androidOffer), web: .no(.chromeOffer)),
    HandshakeShape(
      "a certificate with an RSA key of 1024 bits", CertificateForm(key: ["-newkey", "rsa:1024"]),
      ios: .no(.appleCertificates), android: .yes(.androidChain), web: .yes(.chromeCertificates)),
    HandshakeShape(
      "a certificate signed with SHA-1", CertificateForm(digest: "sha1"), ios: .no(.appleCertificates),
      android: .no(.androidChain), web: .no(.chromeCertificates)),
    HandshakeShape(
      "a certificate without subjectAltName", CertificateForm(hasNames: false), ios: .no(.appleCertificates),
      android: .no(.androidNames), web: .no(.chromeCertificates)),
    HandshakeShape(
      "a certificate of an installed authority, valid for 800 days", CertificateForm(days: 800),
      ios: .yes(.appleValidity), android: .yes(.androidChain), web: .yes(.chromeCertificates)),
    HandshakeShape(
      "a certificate of an installed authority, valid for 900 days", CertificateForm(days: 900),
      ios: .no(.appleCertificates), android: .yes(.androidChain), web: .yes(.chromeCertificates)),
    HandshakeShape(
      "an issuer's certificate that the server does not send", lacksIssuer: true, ios: .yes(.appleIssuers),
      android: .no(.androidChain), web: .yes(.chromeIssuers)),
    HandshakeShape(
      "a key exchange with RSA only", suites: "AES128-GCM-SHA256", ios: .no(.appleOffer), android: .yes(.androidOffer),
      web: .yes(.chromeOffer)),
    HandshakeShape(
      "CBC with SHA-2 only", suites: "ECDHE-RSA-AES256-SHA384", ios: .no(.appleOffer), android: .no(.androidOffer),
      web: .no(.chromeOffer)),
    HandshakeShape(
      "a key exchange with DHE only", suites: "DHE-RSA-AES128-GCM-SHA256", ios: .no(.appleOffer),
      android: .no(.androidOffer), web: .no(.chromeOffer)),
    HandshakeShape(
      "a handshake that takes 5.5 seconds", delay: 5.5, ios: .yes(.extensionTime), android: .no(.androidTime),
      web: .yes(.chromeTime)),
  ]

  private static func curve(_ name: String) -> [String] { ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:" + name] }

  public subscript(platform: Platform) -> ClientResult {
    switch platform {
    case .ios: ios
    case .android: android
    case .web: web
    }
  }

  /// A server that gives a picture at `path` over such a connection, and one that gives the issuer's certificate. Both have to stay.
  public func servers() async throws -> (pictures: TestServer, issuers: TestServer?) {
    let authority = try await TestAuthority.shared()
    var form = form
    var (issuer, issuers): (TestCertificate?, TestServer?) = (nil, nil)
    if lacksIssuer {
      let between = try await authority.certificate(CertificateForm(isAuthority: true))
      let bytes = Array(try Data(contentsOf: URL(filePath: between.derPath)))
      let server = try await TestServer([ScriptedAnswer("/issuer.cer", bytes: bytes)])
      form.issuerURL = server.url("/issuer.cer")
      (issuer, issuers) = (between, server)
    }
    let certificate = try await authority.certificate(form, from: issuer)
    let bytes = try await ShapeAnswer.Picture.jpeg.bytes()
    let answer = ScriptedAnswer(
      Self.path, fields: [["Content-Type", "image/jpeg"], ["Cache-Control", "max-age=86400"]], bytes: bytes)
    let security = ServerSecurity(certificate: certificate, suites: suites, delay: delay)
    return (try TestServer(try await ServerScript([answer], isSecure: true, security)), issuers)
  }

  public static let path = "/photo.jpg"
}
