import Essentials
import Findings
package import Libraries
package import PushDelivery
import SystemPackage

/// Loads an asset as several clients do, in parallel: with their headers, on separate connections, following the redirects that they
/// follow. So a slow server costs only the slowest client's wait, and clients do not share connections.
package struct AssetLoader: Sendable {
  private let sessions: [LoadingClient: HTTPSession]
  private let settings: HTTPSessionSettings
  private let folder: PrivateFolder
  private let longestTime: Duration?

  /// - Parameters:
  ///   - longestTime: the limit for each client, with all redirects, if less than its own; nil: its own.
  ///   - mayConnect: whether an asset's address may be connected to.
  package init(
    certificateFile: String?, longestTime: Duration? = nil, mayConnect: @escaping @Sendable (SocketAddress) -> Bool
  ) throws {
    let settings = HTTPSessionSettings(certificateFile: certificateFile, mayConnect: mayConnect)
    sessions = try Dictionary(
      uniqueKeysWithValues: LoadingClient.allCases.map { ($0, try HTTPSession(settings.connecting(as: $0))) })
    self.settings = settings
    folder = try PrivateFolder()
    self.longestTime = longestTime
  }

  /// The file with the body that a client got.
  package func path(of client: LoadingClient) -> String { "\(folder.path)/\(client.rawValue)" }

  /// Loads it as each client, and returns the results in order. Skips clients to which the text is not an address.
  /// - Parameter site: the site whose service worker shows web notifications; nil: a different one from the asset's.
  package func load(_ text: String, as clients: [LoadingClient], site: WebOrigin? = nil) async -> [Exchange] {
    let addressed = clients.compactMap { client in client.address(text).text.map { (client, $0) } }
    return await addressed.mapInOrder(atMost: max(1, addressed.count)) { client, address in
      guard let session = sessions[client] else {
        return Exchange(client, hops: [], end: .failed(.environment(detail: "")))
      }
      let own = Duration.seconds(client.timeLimit.value)
      var load = ClientLoad(
        client: client, site: site, session: session, path: path(of: client),
        timeLimit: longestTime.map { min($0, own) } ?? own,
        issuers: IssuerSearch(settings: settings.connecting(as: client)))
      return await load(address)
    }
  }
}

extension HTTPSessionSettings {
  /// The settings of one client: its TLS offer, and its own time limit up to the end of the handshake. The usual limit of a connection only
  /// holds until the host is reached.
  fileprivate func connecting(as client: LoadingClient) -> HTTPSessionSettings {
    var settings = self
    (settings.reachLimit, settings.connectLimit) = (connectLimit, .seconds(client.timeLimit.value))
    settings.offer = TLSOffer(
      suites: client.handshake.suites, groups: client.handshake.groups, signatures: client.handshake.signatures)
    return settings
  }
}

/// Loads the certificate of an issuer that a server does not send, as some clients do
/// (https://datatracker.ietf.org/doc/html/rfc5280#section-4.2.2.1). Only the one above the server's own is looked for.
struct IssuerSearch: Sendable {
  /// Those of the connection that failed.
  let settings: HTTPSessionSettings

  /// A session that knows the issuer; nil if the server's certificate does not say where it is, or it is not there.
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

extension LoadingClient {
  /// Whether these codings are undone here, and not by libcurl.
  static func unpacks(_ layers: [String]) -> Bool { layers.allSatisfy(["gzip", "x-gzip", "deflate"].contains) }

  /// Replaces a packed file with its content, as the client unpacks it.
  /// - Parameter layers: in the order in which it was packed.
  /// - Returns: `damaged`, with the file unchanged, if the client would refuse it.
  func unpack(_ path: String, _ layers: [String]) throws(HTTPError) -> LoadedBody.Unpacking {
    do throws(FileSystemError) {
      var bytes = try FileReading.bytes(of: path, limit: LoadedBody.mostBytes)
      for layer in layers.reversed() {
        guard let content = content(bytes, layer) else { return .damaged }
        bytes = content
      }
      try DurableFile.write(bytes, to: path, isDurable: false)
      return .done
    } catch {
      throw .file(code: error.code.rawValue)
    }
  }

  /// Android requires every byte to be right (okio, GzipSource). Chrome ignores bytes after the content and accepts truncated content
  /// (Chromium, net/filter/gzip_source_stream.cc). For Apple's systems only sound content is certain.
  private func content(_ bytes: [UInt8], _ layer: String) -> [UInt8]? {
    guard layer != "deflate" else { return Gzip.content(ofDeflate: bytes.span, limit: LoadedBody.mostBytes) }
    let found = Gzip.content(ofGzip: bytes.span, limit: LoadedBody.mostBytes)
    return found.flatMap { $0.soundness == .whole || self == .chrome ? $0.bytes : nil }
  }
}
