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
  ///   - hop: the answer.
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
}

extension Hop {
  /// Whether a client takes an interim answer for the final one: Android skips only 100, so it reads 103 as an answer without a body (AOSP
  /// external/okhttp, Http1xStream.readResponse).
  func endsEarly(for client: LoadingClient) -> Bool {
    client == .android && interimStatuses.contains { $0 != 100 }
  }
}
