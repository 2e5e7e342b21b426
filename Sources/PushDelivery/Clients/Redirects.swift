import Findings

/// A client's reaction to an answer that may be a redirect.
package enum RedirectStep: Hashable, Sendable {
  /// The answer is the last: its body counts.
  case end
  /// It requests this next.
  case follow(String)
  /// It gives up.
  case fail(LoadError)
}

extension LoadingClient {
  /// Its reaction to an answer.
  ///
  /// - Parameters:
  ///   - target: the absolute URL of its `Location`; nil without one.
  ///   - count: the number of redirects followed so far.
  package func step(after hop: Hop, to target: String?, followed count: Int) -> RedirectStep {
    guard !hop.endsEarly(for: self), let target, redirects(hop.status) else { return .end }
    guard follows(from: Self.scheme(of: hop.url), to: Self.scheme(of: target)), !refusesPort(of: target) else {
      // Android takes a redirect that it does not follow for the answer, and decodes its body.
      return self == .android ? .end : .fail(.blockedRedirect(to: target))
    }
    return count < mostRedirects.value ? .follow(target) : .fail(.tooManyRedirects)
  }

  /// The statuses whose `Location` it reads. Chrome shows a page of choices (300) as it is (net/http/http_response_headers.cc,
  /// IsRedirectResponseCode); Android goes where it points (HttpEngine.followUpRequest). Apple's behaviour is unknown; here its systems
  /// stay, and the verdict says that it depends.
  private func redirects(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status) || status == 300 && self == .android
  }

  /// Whether it follows a redirect. Android's `HttpURLConnection` keeps its first scheme; Apple's App Transport Security and Chrome's rule
  /// on mixed content block plain http, but follow to https.
  public func follows(from scheme: String, to other: String) -> Bool {
    switch (scheme, other) {
    case ("https", "https"), ("http", "http"): true
    case ("http", "https"): self != .android
    default: false
    }
  }

  /// Whether it refuses a URL's port.
  package func refusesPort(of url: String) -> Bool {
    guard self == .chrome, let port = (try? StrictURL(url))?.port else { return false }
    return Self.blockedPorts.contains(port)
  }

  private static let blockedPorts = Set(WordTable.clients.rows("blocked-port").joined().compactMap { Int($0) })

  private static func scheme(of url: String) -> String { url.prefix { $0 != ":" }.lowercased() }

  /// The target of an answer's `Location`; nil without one.
  ///
  /// Android and Chrome read it by the URL standard, which forgives much (https://url.spec.whatwg.org/#concept-basic-url-parser; AOSP
  /// external/okhttp, HttpUrl.resolve); Apple's systems read it by RFC 3986.
  ///
  /// - Parameter strict: its target by RFC 3986, as an absolute URL; bytes outside ASCII are escaped one by one.
  package func target(of hop: Hop, strict: String?) -> String? {
    guard self != .ios, let location = location(hop) else { return strict }
    // Chrome takes bytes that are not UTF-8 as they are, as the strict reading does; Android reads U+FFFD.
    if self == .chrome, location.unicodeScalars.contains("\u{FFFD}") { return strict }
    let resolved = Self.resolved(location.browserTrimmed, from: hop.url)
    return address(resolved).text ?? resolved
  }

  /// Of several fields Android reads the last, even if empty, and Chrome the first that is not empty.
  private func location(_ hop: Hop) -> String? {
    let values = hop.header.values("Location")
    return self == .android ? values.last : values.first { !$0.isEmpty }
  }

  /// - Parameter base: an absolute URL of http or https.
  private static func resolved(_ location: String, from base: String) -> String {
    let baseScheme = String(base.prefix { $0 != ":" })
    guard let scheme = writtenScheme(of: location) else { return relative(location, from: base, baseScheme) }
    let rest = location.dropFirst(scheme.count + 1)
    guard ["http", "https"].contains(scheme) else { return location }
    let slashes = rest.prefix(while: \.isAnySlash)
    if scheme == baseScheme.lowercased(), slashes.count < 2 { return relative(String(rest), from: base, baseScheme) }
    return "\(scheme)://" + rest.dropFirst(slashes.count)
  }

  private static func relative(_ text: String, from base: String, _ scheme: String) -> String {
    let slashes = text.prefix(while: \.isAnySlash)
    if slashes.count >= 2 { return "\(scheme)://" + text.dropFirst(slashes.count) }
    let withoutFragment = base.prefix { $0 != "#" }
    if text.isEmpty || text.hasPrefix("#") { return withoutFragment + text }
    let withoutQuery = withoutFragment.prefix { $0 != "?" }
    if text.hasPrefix("?") { return withoutQuery + text }
    let authorityEnd = withoutQuery.dropFirst(scheme.count + 3).firstIndex(of: "/") ?? withoutQuery.endIndex
    if !slashes.isEmpty { return withoutQuery[..<authorityEnd] + "/" + text.dropFirst() }
    let folderEnd = withoutQuery[authorityEnd...].lastIndex(of: "/") ?? withoutQuery.endIndex
    return withoutQuery[..<folderEnd] + "/" + text
  }

  /// In lower case; nil for a relative URL.
  private static func writtenScheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
      return nil
    }
    let name = text[..<colon]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
    return name.lowercased()
  }
}

extension Hop {
  /// Whether a client takes an interim answer for the final one: Android skips only 100, so it reads 103 as an answer without a body (AOSP
  /// external/okhttp, Http1xStream.readResponse).
  func endsEarly(for client: LoadingClient) -> Bool {
    client == .android && interimStatuses.contains { $0 != 100 }
  }
}

extension Character {
  /// Browsers read backslashes as `/`.
  fileprivate var isAnySlash: Bool { self == "/" || self == "\\" }
}
