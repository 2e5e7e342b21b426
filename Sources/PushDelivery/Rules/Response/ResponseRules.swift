public import Findings

/// The rules about what a server answers when clients load an asset.
public enum ResponseRules {
  public static let all: [Rule<HostedAsset>] = connection + redirects + [status] + types + browsers + transfer

  /// A rule that is silent about clients that are not to show the asset.
  static func rule(
    _ description: RuleDescription, find: @escaping @Sendable (HostedAsset) -> [Finding]
  ) -> Rule<HostedAsset> {
    Rule(description) { asset in
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

  package static let tls = rule(
    RuleDescription(
      "http.tls", .response, .error, summary: "the server's certificate is valid for its name",
      why: "Apple's systems, Android and browsers end the connection when the certificate has expired, is for another "
        + "name or is signed by nobody they know, and the notification is text only",
      remedy: "install a certificate of a public authority for this host, with its intermediate certificates; where it "
        + "is your own authority's, pass its certificate with --ca-file",
      source: "https://developer.apple.com/documentation/security/preventing-insecure-network-connections",
      failing: [.hosted("/photo.jpg", .photo(), checking: .untrusted)], passing: [.hostedPhoto])
  ) { asset in
    let loadError = asset.loadErrors { if case .insecure(let detail) = $0 { detail } else { nil } }
    return loadError.map { [Finding("no secure connection comes about: \($0.detail)", platforms: $0.platforms)] } ?? []
  }

  static let privateAddress = rule(
    RuleDescription(
      "http.private-address", .response, .error, summary: "the asset is at a public address",
      why: "phones cannot reach loopback, private and link-local addresses; such an address was not connected, since a "
        + "check must not be led to services inside a network",
      remedy: "host the asset where the internet reaches it, or pass --allow-private to check a server of your own",
      source: "https://www.iana.org/assignments/iana-ipv4-special-registry",
      failing: [.hosted("/photo.jpg", .photo(), checking: .publicOnly)], passing: [.hostedPhoto])
  ) { asset in
    let loadError = asset.loadErrors { if case .privateAddress(let address) = $0 { address } else { nil } }
    return loadError.map {
      [Finding("it leads to \($0.detail), which is no public address: no phone reaches it", platforms: $0.platforms)]
    } ?? []
  }
}
