import Findings

/// Responses that Chrome loads from another site but does not give to a page or service worker.
enum BrowserPolicy {
  /// nil if the answers pass.
  ///
  /// - Parameters:
  ///   - hops: every answer of the chain; `Cross-Origin-Resource-Policy` counts in each, all else in the last.
  ///   - site: nil if unknown: then another than the picture's.
  static func obstacle(_ hops: [Hop], site: WebOrigin?) -> Obstacle? {
    for hop in hops {
      if let obstacle = resourcePolicy(hop, site) { return obstacle }
    }
    return hops.last.flatMap { opaqueResponse($0, site) }
  }

  /// Values are case-sensitive, and several fields count as no value (Chromium,
  /// services/network/public/cpp/cross_origin_resource_policy.cc, IsBlockedInternal).
  private static func resourcePolicy(_ hop: Hop, _ site: WebOrigin?) -> Obstacle? {
    let values = hop.header.values("Cross-Origin-Resource-Policy")
    guard values.count == 1, let value = values.first, ["same-origin", "same-site"].contains(value) else { return nil }
    guard let site else {
      let doubt = Consequence.uncertain(settledBy: "the site whose service worker shows it: name it with --site")
      return Obstacle(.resourcePolicy(value), doubt)
    }
    let isLetThrough =
      site.relation(to: hop.url) == .sameOrigin || value == "same-site" && site.mayLoadOfSameSite(hop.url)
    return isLetThrough ? nil : Obstacle(.resourcePolicy(value))
  }

  /// The steps that check only the header: the bytes of a picture always pass the others (Chromium, services/network/orb/orb_impl.cc,
  /// Init).
  private static func opaqueResponse(_ hop: Hop, _ site: WebOrigin?) -> Obstacle? {
    guard site?.relation(to: hop.url) != .sameOrigin else { return nil }
    if let type = mimeType(hop.header), !isSafelisted(type) {
      let fault = "Content-Type is \(type.quoted)"
      if neverSniffed.contains(type) { return Obstacle(.opaqueResponse(fault)) }
      if isSniffed(type), hasNoSniff(hop.header) {
        return Obstacle(.opaqueResponse("\(fault), and X-Content-Type-Options forbids to look further"))
      }
    }
    return startsInTheMiddle(hop)
      ? Obstacle(.opaqueResponse("the answer is a part of the file from its middle on")) : nil
  }

  /// The last value that names a type counts, of several fields or of a list in one; `*/*` and values without slash are skipped (Chromium,
  /// net/http/http_util.cc, ParseContentType, and http_response_headers.cc, GetMimeTypeAndCharset).
  static func mimeType(_ header: HeaderFields) -> String? {
    header.values("Content-Type").flatMap(ListedValues.split)
      .map { $0.prefix { !" \t;(".contains($0) }.lowercased() }
      .last { $0.contains("/") && $0 != "*/*" }
  }

  private static let safelisted = Set(WordTable.clients.rows("safelisted").joined())
  private static let sniffed = Set(WordTable.clients.rows("sniffed").joined())
  private static let neverSniffed = Set(WordTable.clients.rows("never-sniffed").joined())

  private static func isSafelisted(_ type: String) -> Bool {
    safelisted.contains(type) || type.hasPrefix("audio/") || type.hasPrefix("video/")
  }

  private static func isSniffed(_ type: String) -> Bool {
    sniffed.contains(type) || type.hasSuffix("+json") || type.hasSuffix("+xml")
  }

  /// The first of all values counts, even if it is empty (https://fetch.spec.whatwg.org/#determine-nosniff).
  private static func hasNoSniff(_ header: HeaderFields) -> Bool {
    let first = header["X-Content-Type-Options"]?.prefix { $0 != "," }
    return first.map { trimmed($0).lowercased() } == "nosniff"
  }

  private static func startsInTheMiddle(_ hop: Hop) -> Bool {
    guard hop.status == 206, let range = hop.header["Content-Range"], range.lowercased().hasPrefix("bytes ") else {
      return false
    }
    // A range that does not fit the given length counts as missing (Chromium, net/http/http_util.cc, ParseContentRangeHeaderFor206).
    let numbers = range.dropFirst("bytes ".count).split(omittingEmptySubsequences: false) { "-/".contains($0) }
      .map { Int(trimmed($0)) }
    guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let length = numbers[2] else {
      return false
    }
    return 0 < first && first <= last && last < length
  }
}

extension WebOrigin {
  /// Whether `Cross-Origin-Resource-Policy` treats a URL as same-site: IP addresses never are, and an https site may use plain http
  /// (ShouldAllowSameSite).
  fileprivate func mayLoadOfSameSite(_ url: String) -> Bool {
    guard let other = WebOrigin(url), !RegistrableDomain.isAddress(host) else { return false }
    return RegistrableDomain.areSame(host, other.host) && (scheme == "https" || other.scheme != "https")
  }
}
