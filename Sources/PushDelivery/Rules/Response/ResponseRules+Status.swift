package import Findings

/// Whether the server gives the asset to all.
extension ResponseRules {
  package static let status = obstacle("http.status") { asset, obstacles in
    obstacles + shownErrors(asset) + unusual(asset) + malformed(asset)
  }

  /// Worse than nothing: an unintended picture.
  private static func shownErrors(_ asset: HostedAsset) -> [Finding] {
    byStatus(asset) { $0.hop.status >= 400 && $0.format != nil }.map { status, platforms in
      Finding(
        "the server answers \(asset.names(platforms)) with status \(status) and a picture, which is shown although it is an "
          + "error's: perhaps a placeholder in place of yours",
        remedy: ServerState.remedy(status), platforms: platforms, consequence: .shown)
    }
  }

  private static func unusual(_ asset: HostedAsset) -> [Finding] {
    byStatus(asset) { $0.hop.status != 200 && $0.hop.status < 400 && $0.format != nil }.map { status, platforms in
      Finding(
        "the server answers \(asset.names(platforms)) with status \(status), which is shown and which caches may not keep",
        severity: .warning, platforms: platforms)
    }
  }

  private static func byStatus(
    _ asset: HostedAsset, _ isMeant: (Answer) -> Bool
  ) -> [(status: Int, platforms: Set<Platform>)] {
    Dictionary(grouping: asset.answers.filter(isMeant), by: \.hop.status).sorted { $0.key < $1.key }
      .map { ($0.key, asset.platforms(of: $0.value.map(\.client))) }.filter { !$0.1.isEmpty }
  }

  private static func malformed(_ asset: HostedAsset) -> [Finding] {
    guard let error = asset.loadErrors({ if case .malformed(let detail) = $0 { detail } else { nil } }) else {
      return []
    }
    guard let line = passedOver.first(where: { error.detail.contains($0.key) })?.value else {
      return .one(
        "the server's answer is not well-formed HTTP: \(error.detail)",
        remedy: "look at what the server, or a proxy in front of it, writes at this address", platforms: error.platforms
      )
    }
    return .one(
      "\(line), so the picture was not loaded for \(asset.names(error.platforms)): Android and Chrome ignore that, and what "
        + "Apple's systems do is not known", severity: .warning,
      remedy: "correct that line in the settings of the server, or of a proxy in front of it, and check again",
      platforms: error.platforms, consequence: .uncertain(settledBy: "an answer without that line"))
  }

  /// Header lines that libcurl refuses, in its words, and that OkHttp and Chromium ignore (okhttp, Headers.Builder.addLenient; Chromium,
  /// net/http/http_util.cc, HeadersIterator, and http_response_headers.cc, GetContentLength).
  private static let passedOver = [
    "Header without colon": "a line of the answer's header has no colon",
    "Invalid Content-Length": "Content-Length is not a number",
  ]
}

/// A server's state, from statuses.
package enum ServerState {
  /// Whether a status is about a server's state, not a file (https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9,
  /// https://www.rfc-editor.org/rfc/rfc6585#section-4): also those from 520 on, which CDNs use for origin servers
  /// (https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/). Others, such as 501, mean that a
  /// server never does it.
  package static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504, 507].contains(status) || (520...599).contains(status)
  }

  /// nil if the rule's own remedy is right.
  static func remedy(_ status: Int) -> String? {
    isPassing(status) ? "look at the server, and check again when it has recovered" : nil
  }
}

/// Where the server redirects clients.
extension ResponseRules {
  static let redirects = [redirectScheme, redirectCount]

  static let redirectScheme = obstacle("http.redirect-scheme")

  static let redirectCount = rule("http.redirects") { asset in
    let endless = asset.exchanges.filter { $0.loadError == .tooManyRedirects }
    let long = asset.exchanges.filter { $0.loadError != .tooManyRedirects && $0.redirectCount > acceptableRedirects }
    let some = asset.exchanges.filter { (2...acceptableRedirects).contains($0.redirectCount) }
    return finding(endless, .error, .textAlone, in: asset) + finding(long, .error, .shown, in: asset)
      + finding(some, .warning, .shown, in: asset)
  }

  private static func finding(
    _ exchanges: [Exchange], _ severity: Diagnostic.Severity, _ consequence: Consequence, in asset: HostedAsset
  ) -> [Finding] {
    guard let first = exchanges.first else { return [] }
    let redirects = "\(first.redirectCount) redirects"
    let text =
      first.loadError == .tooManyRedirects
      ? "after \(redirects) there is no end in sight, and clients give up"
      : "it takes \(redirects) to load it, and Android has five seconds for everything"
    let platforms = asset.platforms(of: exchanges.map(\.client))
    return .one(text, severity: severity, platforms: platforms, consequence: consequence)
  }

  /// More redirects are an error although clients follow them: on a mobile network each hop to another host takes half a second or more.
  private static let acceptableRedirects = 5
}
