package import Curl
import Findings
package import PushDelivery

/// Loads an asset as clients do, all at once: with their words, over connections of their own, and after the redirects that they
/// follow. So a slow server costs what its slowest client waits, and no client profits from another's connection.
package struct AssetLoader: Sendable {
  private let sessions: [LoadingClient: HTTPSession]
  private let folder: PrivateFolder
  private let longestTime: Duration?

  /// - Parameters:
  ///   - longestTime: for each client, with all redirects, where that is less than the client's own; nil: the client's own.
  ///   - mayConnect: whether an address that an asset leads to may be connected.
  /// - Throws: `HTTPError` or `FileSystemError`.
  package init(
    certificateFile: String?, longestTime: Duration? = nil, mayConnect: @escaping @Sendable (SocketAddress) -> Bool
  ) throws {
    let settings = HTTPSessionSettings(certificateFile: certificateFile, mayConnect: mayConnect)
    sessions = try Dictionary(uniqueKeysWithValues: LoadingClient.allCases.map { ($0, try HTTPSession(settings)) })
    folder = try PrivateFolder()
    self.longestTime = longestTime
  }

  /// The file that holds the body that a client got.
  package func path(of client: LoadingClient) -> String { "\(folder.path)/\(client.rawValue)" }

  /// Loads it as each client, and tells in their order how that went. A client that takes the text for no address is left out.
  ///
  /// - Parameter site: the site whose service worker shows web notifications; nil: another than the asset's.
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
      timeLimit: longestTime.map { min($0, own) } ?? own)
    return await load(address)
  }
}
