import Cryptography
package import Curl
import Findings
import MediaFacts
package import PushDelivery
import SystemPackage

/// Loads an asset as clients do: with their words, and after the redirects that they follow.
package struct AssetLoader: Sendable {
  private let session: HTTPSession
  private let folder: PrivateFolder
  private let timeLimit: Duration

  /// - Parameters:
  ///   - mayConnect: whether an address that an asset leads to may be connected.
  ///   - timeLimit: for each client, with all redirects.
  /// - Throws: `HTTPError` or `FileSystemError`.
  package init(
    certificateFile: String?, timeLimit: Duration = .seconds(ClientLimit.appleExtensionSeconds.value),
    mayConnect: @escaping @Sendable (SocketAddress) -> Bool
  ) throws {
    session = try HTTPSession(HTTPSessionSettings(certificateFile: certificateFile, mayConnect: mayConnect))
    folder = try PrivateFolder()
    self.timeLimit = timeLimit
  }

  /// The file that holds the body that a client got.
  package func path(of client: LoadingClient) -> String { "\(folder.path)/\(client.rawValue)" }

  /// Loads it as each client. Where one finds no server, or a server that takes for ever, the others are spared the wait.
  package func load(_ url: String, as clients: [LoadingClient]) async -> [Exchange] {
    var exchanges: [Exchange] = []
    for client in clients {
      if let last = exchanges.last, last.holdsForAll {
        exchanges.append(Exchange(client, hops: last.hops, end: last.end))
      } else {
        exchanges.append(await load(url, as: client))
      }
    }
    return exchanges
  }

  private func load(_ url: String, as client: LoadingClient) async -> Exchange {
    var (address, hops) = (url, [Hop]())
    while true {
      let spent = Duration.seconds(hops.reduce(0) { $0 + $1.times.total })
      let request = HTTPRequest(
        .get, address, fields: client.fields.map { HTTPField($0.name, $0.value) }, bodyLimit: HostedAsset.mostBytes,
        timeLimit: timeLimit - spent)
      do throws(HTTPError) {
        guard spent < timeLimit else { throw .timedOut }
        let response = try await session.load(request, into: path(of: client))
        hops.append(Hop(address, response))
        guard let target = response.redirect else {
          return Exchange(client, hops: hops, end: end(response, of: client))
        }
        if let loadError = client.loadError(from: address, to: target, after: hops.count) {
          return Exchange(client, hops: hops, end: .failed(loadError))
        }
        address = target
      } catch {
        return Exchange(client, hops: hops, end: .failed(loadError(error, at: address, isRedirect: !hops.isEmpty)))
      }
    }
  }

  private func end(_ response: HTTPResponse, of client: LoadingClient) -> Exchange.End {
    do {
      return .loaded(try LoadedBody(file: path(of: client), isCapped: response.isBodyCapped))
    } catch {
      return .failed(.environment(detail: error.reason))
    }
  }

  private func loadError(_ error: HTTPError, at address: String, isRedirect: Bool) -> LoadError {
    switch error {
    case .invalidRequest(let detail): isRedirect ? .blockedRedirect(to: address) : .malformed(detail: detail)
    case .unresolved(let detail), .unreachable(let detail), .interrupted(let detail): .environment(detail: detail)
    case .refused(let address): .privateAddress(address.host)
    case .insecure(let detail): .insecure(detail: detail)
    case .certificateFile(let detail): .environment(detail: "the file of certificates cannot be used: \(detail)")
    case .timedOut: .timedOut(seconds: Int(timeLimit.components.seconds))
    case .truncated(let received, let announced): .truncated(received: received, announced: announced)
    case .headerTooLarge: .malformed(detail: "its header is too large")
    case .malformed(let detail): .malformed(detail: detail)
    case .file(let code): .environment(detail: "\(FileSystemError("write", folder.path, Errno(rawValue: code)))")
    case .cancelled: .environment(detail: "the check was ended")
    }
  }
}

extension Exchange {
  /// Whether other clients would only wait for the same end.
  fileprivate var holdsForAll: Bool {
    switch end {
    case .failed(.environment), .failed(.timedOut): true
    default: false
    }
  }
}

extension LoadingClient {
  /// Why a redirect is not followed; nil where it is.
  fileprivate func loadError(from address: String, to target: String, after count: Int) -> LoadError? {
    guard follows(from: scheme(of: address), to: scheme(of: target)) else { return .blockedRedirect(to: target) }
    return count > Self.mostRedirects ? .tooManyRedirects : nil
  }

  private func scheme(of url: String) -> String { url.prefix { $0 != ":" }.lowercased() }
}

extension Hop {
  fileprivate init(_ url: String, _ response: HTTPResponse) {
    var times = Times()
    times.nameLookup = response.times.nameLookup
    times.connect = response.times.connect
    times.secured = response.times.secured
    times.firstByte = response.times.firstByte
    times.total = response.times.total
    self.init(
      url, status: response.status, header: HeaderFields(response.fields.map { HeaderField($0.name, $0.value) }),
      protocolVersion: response.protocolVersion, peer: response.peer, times: times)
  }
}

extension LoadedBody {
  /// Reads a file once, for its digest and its first bytes.
  fileprivate init(file: String, isCapped: Bool) throws(FileSystemError) {
    var hash = SHA256()
    var start: [UInt8] = []
    let count = try FileReading.pieces(of: file, limit: .max) { piece in
      hash.update(piece.bytes)
      start += piece.prefix(SniffedFormat.neededByteCount - min(start.count, SniffedFormat.neededByteCount))
    }
    self.init(
      digest: ContentDigest(digest: hash.digest()), byteCount: count, isCapped: isCapped,
      format: SniffedFormat(firstBytes: start))
  }
}
