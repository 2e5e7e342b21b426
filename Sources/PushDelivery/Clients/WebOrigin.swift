import Findings

/// The origin of a site: scheme, host and port (https://html.spec.whatwg.org/multipage/browsers.html#origin).
public struct WebOrigin: Hashable, Sendable {
  let scheme: String
  /// In lower case.
  let host: String
  let port: Int

  /// - Parameter url: any URL of the site; nil if it is not an http or https URL.
  public init?(_ url: String) {
    guard let url = try? StrictURL(url), let port = url.port ?? Self.standardPorts[url.scheme] else { return nil }
    (scheme, host, self.port) = (url.scheme, url.host.originText, port)
  }

  private init(scheme: String, host: String, port: Int) { (self.scheme, self.host, self.port) = (scheme, host, port) }

  /// Any site but the picture's. The name is reserved (RFC 2606).
  static let unknownSite = WebOrigin(scheme: "https", host: "site.example", port: 443)

  private static let standardPorts = ["http": 80, "https": 443]

  /// As URLs begin with it.
  public var text: String {
    let suffix = Self.standardPorts[scheme] == port ? "" : ":\(port)"
    return "\(scheme)://\(host)\(suffix)"
  }

  /// The relation of a URL to the site, in words of `Sec-Fetch-Site`.
  enum Relation: String, Hashable, Sendable {
    case sameOrigin = "same-origin"
    case sameSite = "same-site"
    case crossSite = "cross-site"
  }

  func relation(to url: String) -> Relation {
    guard let other = WebOrigin(url) else { return .crossSite }
    if other == self { return .sameOrigin }
    return scheme == other.scheme && RegistrableDomain.areSame(host, other.host) ? .sameSite : .crossSite
  }
}

extension URLHost {
  fileprivate var originText: String {
    switch self {
    case .name(let name): name.lowercased()
    case .ipv4(let bytes): bytes.map(String.init).joined(separator: ".")
    case .ipv6(let groups): "[" + groups.map { String($0, radix: 16) }.joined(separator: ":") + "]"
    }
  }
}

/// The registered part of a host name: one label more than a public suffix (https://publicsuffix.org).
///
/// Browsers have the whole list of public suffixes, with ten thousand entries. Here it is the last two labels. It is three if countries
/// register under the second, or at a well-known hosting service.
enum RegistrableDomain {
  static func areSame(_ host: String, _ other: String) -> Bool {
    guard host != other else { return true }
    guard let domain = of(host) else { return false }
    return domain == of(other)
  }

  /// Whether a host is an IP address, so that its site is only itself.
  static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true
  }

  /// nil for IP addresses and for names that cannot be registered.
  private static func of(_ host: String) -> [Substring]? {
    let labels = host.split(separator: ".")
    guard !isAddress(host) else { return nil }
    let count = suffixLength(labels) + 1
    return labels.count >= count ? Array(labels.suffix(count)) : nil
  }

  private static func suffixLength(_ labels: [Substring]) -> Int {
    for count in stride(from: min(4, labels.count), to: 1, by: -1)
    where services.contains(labels.suffix(count).joined(separator: ".")) {
      return count
    }
    guard labels.count > 1, let country = labels.last, country.count == 2 else { return 1 }
    return secondLevels.contains(String(labels[labels.count - 2])) ? 2 : 1
  }

  private static let secondLevels = Set(WordTable.clients.rows("second-level").joined())
  private static let services = Set(WordTable.clients.rows("suffix").joined())
}
