import Findings

/// Where the server sends clients to.
extension ResponseRules {
  static let redirects = [redirectScheme, redirectCount]

  static let redirectScheme = rule(
    RuleDescription(
      "http.redirect-scheme", .response, .error, summary: "redirects stay with https",
      why:
        "Android's HttpURLConnection never goes from http to https or back, and Apple's systems and Chrome block plain "
        + "http: the image stays away",
      remedy: "redirect to an https address, or better name the final address in the message",
      source: "https://developer.android.com/reference/java/net/HttpURLConnection",
      failing: [.hosted("/photo.jpg", .redirect("/photo.jpg", to: "http://cdn.example.com/photo.jpg", status: 301))],
      passing: [.hosted("/old.jpg", .redirect("/old.jpg", to: "/photo.jpg"), .photo())])
  ) { asset in
    asset.obstacles { kind in
      switch kind {
      case .redirect(let target), .load(.blockedRedirect(let target)): target
      default: nil
      }
    }.map { found in
      let names = found.platforms.intersection(asset.platforms).sorted().map(\.displayName).joined(separator: ", ")
      let doubt = found.consequence == .textAlone ? "where clients do not follow" : "where clients may not follow"
      return Finding(
        "it redirects to \(found.detail.maskingUserInfo.quoted), \(doubt) (\(names))", platforms: found.platforms,
        consequence: found.consequence)
    }
  }

  static let redirectCount = rule(
    RuleDescription(
      "http.redirects", .response, .error, summary: "there is at most one redirect",
      why: "each redirect takes a round trip, often with a name lookup and a handshake, out of the five seconds that "
        + "Android has for everything. Android and Chrome give up after 20, Apple's systems after 16",
      remedy: "name the final address in the message",
      source: "firebase-android-sdk, messaging/DisplayNotification.java",
      failing: [
        .hosted("/a.jpg", .redirect("/a.jpg", to: "/b.jpg"), .redirect("/b.jpg", to: "/photo.jpg"), .photo()),
        .hosted("/loop.jpg", .redirect("/loop.jpg", to: "/loop.jpg")),
      ],
      passing: [.hosted("/a.jpg", .redirect("/a.jpg", to: "/photo.jpg"), .photo())])
  ) { asset in
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
    return [Finding(text, severity: severity, platforms: platforms, consequence: consequence)]
  }

  /// Beyond these a chain is an error although clients follow it: on a mobile network each hop to another host takes half a second
  /// and more.
  private static let acceptableRedirects = 5
}
