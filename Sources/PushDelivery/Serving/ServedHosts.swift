import Findings

/// Under which names a server answers. A site on the web can let its own name lead to this machine (DNS rebinding), and a browser
/// then takes what a server of this machine sends for that site's own: the name in the request is what tells.
public enum ServedHosts: Hashable, Sendable {
  /// Under whatever name it was reached, as for a server that other machines are let in to.
  case all
  /// `localhost` and names below it (RFC 6761, section 6.3), 127.0.0.0/8 (RFC 1122, section 3.2.1.3) and ::1 (RFC 4291, section 2.5.3).
  case loopback

  /// Whether a request is for one of them. One without any host, as HTTP/1.0 has them, comes from no browser.
  func include(_ request: ServedRequest) -> Bool {
    switch self {
    case .all: true
    case .loopback: request.authorities.allSatisfy(Self.isOfLoopback)
    }
  }

  private static func isOfLoopback(_ authority: Substring) -> Bool {
    guard let match = authority.wholeMatch(of: #/(\[[^\]]*\]|[^:]*)(?::([0-9]*))?/#) else { return false }
    guard let port = match.2, !port.isEmpty else { return isLoopback(name: match.1) }
    return UInt16(port) != nil && isLoopback(name: match.1)
  }

  private static func isLoopback(name: Substring) -> Bool {
    // A dot at the end means the same name (RFC 1034, section 3.1).
    let name = name.hasSuffix(".") ? name.dropLast() : name
    guard let host = URLHost(name) else { return false }
    return host.isLoopback || (!host.isAddress && name.lowercased().hasSuffix(".localhost"))
  }
}

extension ServedRequest {
  /// What it names as its host, with a port behind it: the field, and the target where that is a whole URL.
  fileprivate var authorities: [Substring] {
    let named = fields.all.filter { $0.name.lowercased() == "host" }.map { $0.value[...] }
    return named + [target.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)/#)?.1].compactMap { $0 }
  }
}
