import Findings
package import Libraries
package import PushDelivery

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
  /// - Throws: `HTTPError` or `FileSystemError`.
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
  ///
  /// - Parameter site: the site whose service worker shows web notifications; nil: a different one from the asset's.
  package func load(_ text: String, as clients: [LoadingClient], site: WebOrigin? = nil) async -> [Exchange] {
    let addressed = clients.compactMap { client in client.address(text).text.map { (client, $0) } }
    return await addressed.mapInOrder(atMost: max(1, addressed.count)) { client, address in
      await load(address, as: client, site)
    }
  }

  private func load(_ address: String, as client: LoadingClient, _ site: WebOrigin?) async -> Exchange {
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
