package import Findings

/// The cookies of one redirect chain, as a client without earlier cookies keeps them (RFC 6265). Lifetimes are ignored, because a chain
/// takes under a minute. But a cookie that has expired when set is removed.
package struct CookieJar: Hashable, Sendable {
  fileprivate struct Cookie: Hashable {
    var name: String
    var value: String
    /// In lower case.
    var host: String
    /// Whether it also covers subdomains.
    var isForSubdomains: Bool
    var path: String
    var isSecure: Bool

    fileprivate func fits(host: String, path: String, isSecure: Bool) -> Bool {
      let isOfHost = host == self.host || isForSubdomains && host.hasSuffix("." + self.host)
      let isOfPath = path == self.path || path.hasPrefix(self.path.hasSuffix("/") ? self.path : self.path + "/")
      return isOfHost && isOfPath && (isSecure || !self.isSecure)
    }
  }

  private var cookies: [Cookie] = []

  package init() {}

  /// Keeps an answer's cookies. `now`: seconds since 1970.
  package mutating func keep(_ hop: Hop, now: Int) {
    guard let url = try? StrictURL(hop.url), let origin = WebOrigin(hop.url) else { return }
    for field in hop.header.values("Set-Cookie") {
      guard let (cookie, isTakenBack) = Self.cookie(field, host: origin.host, path: url.path, now: now)
      else { continue }
      cookies.removeAll { $0.name == cookie.name && $0.host == cookie.host && $0.path == cookie.path }
      if !isTakenBack { cookies.append(cookie) }
    }
  }

  /// The field for a request; empty if no cookie fits.
  package func fields(for text: String) -> [HeaderField] {
    guard let url = try? StrictURL(text), let origin = WebOrigin(text) else { return [] }
    let path = url.path.isEmpty ? "/" : String(url.path)
    let fitting = cookies.filter { $0.fits(host: origin.host, path: path, isSecure: url.scheme == "https") }
    guard !fitting.isEmpty else { return [] }
    // Longer paths come first (section 5.4).
    let sorted = fitting.enumerated().sorted { ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset) }
    return [HeaderField("Cookie", sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; "))]
  }

  /// nil for an invalid cookie, or one for another host than the server's.
  private static func cookie(
    _ text: String, host: String, path: Substring, now: Int
  ) -> (Cookie, isTakenBack: Bool)? {
    let parts = text.split(separator: ";").map { trimmed($0) }
    guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals != pair.startIndex else { return nil }
    let defaultPath = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "/"
    var cookie = Cookie(
      name: String(trimmed(pair[..<equals])), value: String(trimmed(pair[pair.index(after: equals)...])), host: host,
      isForSubdomains: false, path: defaultPath, isSecure: false)
    var endsByAge: Bool?
    var endsByDate = false
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != "=" }.lowercased()
      let value = String(trimmed(part.dropFirst(name.count).drop { $0 == "=" }))
      switch name {
      case "domain" where !value.isEmpty:
        cookie.host = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        cookie.isForSubdomains = true
      case "path" where value.hasPrefix("/"): cookie.path = value
      case "secure": cookie.isSecure = true
      case "max-age": endsByAge = Int(value).map { $0 <= 0 } ?? endsByAge
      case "expires": endsByDate = HTTPDate.seconds(value).map { $0 <= now } ?? endsByDate
      default: break
      }
    }
    // `Max-Age` has precedence (section 5.3).
    let isTakenBack = endsByAge ?? endsByDate
    return cookie.host == host || host.hasSuffix("." + cookie.host) ? (cookie, isTakenBack) : nil
  }
}
