import Essentials
import Findings
import Libraries
import PushDelivery

/// Loads the certificate of an issuer that a server does not send, as some clients do
/// (https://datatracker.ietf.org/doc/html/rfc5280#section-4.2.2.1). Only the one above the server's own is looked for.
struct IssuerSearch: Sendable {
  /// Those of the connection that failed.
  let settings: HTTPSessionSettings

  /// Whether certificates must be from a public authority: no file of certificates was named.
  var isPublic: Bool { settings.certificateFile == nil }

  /// A session that knows the issuer; nil if the server's certificate does not say where it is, or it is not there.
  ///
  /// - Parameter path: the certificates are written next to it, with the extension `.pem`.
  func session(for url: String, beside path: String) async -> HTTPSession? {
    guard let trusted = settings.certificateFile ?? TrustedCertificates.file,
      let certificate = await certificate(of: url)
    else { return nil }
    for place in certificate.issuers {
      guard let issuer = await issuer(at: place),
        let bytes = try? FileReading.bytes(of: trusted, limit: Self.mostBytes)
      else { continue }
      var settings = settings
      let file = "\(path).pem"
      (settings.certificateFile, settings.needsRoot) = (file, true)
      guard (try? DurableFile.write(bytes + issuer, to: file, isDurable: false)) != nil else { return nil }
      return try? HTTPSession(settings)
    }
    return nil
  }

  /// The server's own, trusted or not.
  private func certificate(of url: String) async -> ServerCertificate? {
    var settings = settings
    (settings.offer, settings.onlyLooks) = (nil, true)
    let request = HTTPRequest(.get, url, bodyLimit: 0, timeLimit: .seconds(10))
    guard let session = try? HTTPSession(settings), let answer = try? await session.load(request) else { return nil }
    return ServerCertificate(answer.certificate.map { HeaderField($0.name, $0.value) })
  }

  /// In PEM form, with a line break before it.
  private func issuer(at place: String) async -> [UInt8]? {
    let request = HTTPRequest(.get, place, bodyLimit: 65_536, timeLimit: .seconds(10))
    guard let session = try? HTTPSession(settings), let answer = try? await session.load(request), answer.status == 200
    else { return nil }
    // A sequence of a length in two bytes: a certificate in DER form.
    guard answer.body.starts(with: [0x30, 0x82]) else {
      return answer.body.starts(with: Array("-----BEGIN CERTIFICATE".utf8)) ? [0x0A] + answer.body : nil
    }
    let text = Data(answer.body).base64EncodedString(options: .lineLength64Characters)
    return Array("\n-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8)
  }

  private static let mostBytes = 8_000_000
}
