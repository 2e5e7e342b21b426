public import Findings

/// The rules about a server's answers when clients load an asset.
public enum ResponseRules {
  public static let all: [Rule<HostedAsset>] = connection + redirects + [status] + types + browsers + transfer

  /// A rule that is silent about clients that should not show the asset.
  static func rule(_ id: String, find: @escaping @Sendable (HostedAsset) -> [Finding]) -> Rule<HostedAsset> {
    let description = RuleDescription(id)
    return Rule(description) { asset in
      find(asset).compactMap { finding in
        let concerned = (finding.platforms ?? description.platforms).intersection(asset.platforms)
        guard !concerned.isEmpty else { return nil }
        var finding = finding
        finding.platforms = concerned
        return finding
      }
    }
  }
}

/// Whether clients reach the server, and trust it.
extension ResponseRules {
  static let connection = [tls, privateAddress]

  package static let tls = rule("http.tls") { asset in
    asset.obstacles { if case .load(.insecure(let detail)) = $0 { detail } else { nil } }.map {
      Finding("no secure connection comes about: \($0.detail)", platforms: $0.platforms)
    }
  }

  static let privateAddress = rule("http.private-address") { asset in
    let loadError = asset.loadErrors { if case .privateAddress(let address) = $0 { address } else { nil } }
    return loadError.map {
      [Finding("it leads to \($0.detail), which is no public address: no phone reaches it", platforms: $0.platforms)]
    } ?? []
  }
}

/// Clients' answers from one URL.
public struct HostedAsset: Hashable, Sendable {
  /// As it was checked.
  public var url: String
  /// The clients that should show it.
  public var platforms: Set<Platform>
  /// One for each client.
  public var exchanges: [Exchange]
  /// The site whose service worker shows web notifications with it; nil if unknown.
  public var site: WebOrigin?

  public init(_ url: String, platforms: Set<Platform>, exchanges: [Exchange], site: WebOrigin? = nil) {
    self.url = url
    self.platforms = platforms
    self.exchanges = exchanges
    self.site = site
  }
}
