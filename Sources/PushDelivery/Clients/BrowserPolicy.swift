import Findings

/// Responses that Chrome loads from another site but does not give to a page or service worker.
enum BrowserPolicy {
  /// Why Chrome blocks it.
  enum Block: Hashable, Sendable {
    /// `Cross-Origin-Resource-Policy` has this value, which excludes the site.
    case resourcePolicy(String)
    /// The same, but the site is unknown.
    case resourcePolicyOfUnknownSite(String)
    /// Its type is never shown as a picture (opaque response blocking).
    case type(String)
    /// The same: `nosniff` forbids checking the bytes.
    case typeWithoutSniffing(String)
    /// It is a later part of a file.
    case range
  }

  /// nil if the answers pass.
  ///
  /// - Parameters:
  ///   - hops: every answer of the chain; `Cross-Origin-Resource-Policy` counts in each, all else in the last.
  ///   - site: nil if unknown: then another than the picture's.
  static func block(_ hops: [Hop], site: WebOrigin?) -> Block? {
    for hop in hops {
      if let block = resourcePolicy(hop, site) { return block }
    }
    return hops.last.flatMap { opaqueResponse($0, site) }
  }

  /// Values are case-sensitive, and several fields count as no value (Chromium,
  /// services/network/public/cpp/cross_origin_resource_policy.cc, IsBlockedInternal).
  private static func resourcePolicy(_ hop: Hop, _ site: WebOrigin?) -> Block? {
    let values = hop.header.all.filter { $0.name.lowercased() == "cross-origin-resource-policy" }.map(\.value)
    guard values.count == 1, let value = values.first, ["same-origin", "same-site"].contains(value) else { return nil }
    guard let site else { return .resourcePolicyOfUnknownSite(value) }
    let isLetThrough =
      site.relation(to: hop.url) == .sameOrigin || value == "same-site" && site.mayLoadOfSameSite(hop.url)
    return isLetThrough ? nil : .resourcePolicy(value)
  }

  /// The steps that check only the header: the bytes of a picture always pass the others (Chromium, services/network/orb/orb_impl.cc,
  /// Init).
  private static func opaqueResponse(_ hop: Hop, _ site: WebOrigin?) -> Block? {
    guard site?.relation(to: hop.url) != .sameOrigin else { return nil }
    if let type = mimeType(hop.header), !isSafelisted(type) {
      if neverSniffed.contains(type) { return .type(type) }
      if isSniffed(type), hasNoSniff(hop.header) { return .typeWithoutSniffing(type) }
    }
    return startsInTheMiddle(hop) ? .range : nil
  }

  /// The last value that names a type counts, of several fields or of a list in one; `*/*` and values without slash are skipped (Chromium,
  /// net/http/http_util.cc, ParseContentType, and http_response_headers.cc, GetMimeTypeAndCharset).
  static func mimeType(_ header: HeaderFields) -> String? {
    header.all.filter { $0.name.lowercased() == "content-type" }
      .flatMap { ListedValues.split($0.value) }
      .map { $0.prefix { !" \t;(".contains($0) }.lowercased() }
      .last { $0.contains("/") && $0 != "*/*" }
  }

  private static func isSafelisted(_ type: String) -> Bool {
    [
      "text/css", "image/svg+xml", "application/ogg", "application/dash+xml", "application/vnd.apple.mpegurl",
      "text/vtt",
    ]
    .contains(type) || type.hasPrefix("audio/") || type.hasPrefix("video/")
  }

  /// HTML, JSON, XML and plain text: the bytes decide, unless the server forbids sniffing (Chromium, services/network/orb/orb_mimetypes.cc,
  /// GetCanonicalMimeType).
  private static func isSniffed(_ type: String) -> Bool {
    [
      "text/html", "application/json", "text/json", "application/json+protobuf", "application/xml", "text/xml",
      "text/plain",
    ]
    .contains(type) || type.hasSuffix("+json") || type.hasSuffix("+xml")
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

  /// The types that pages never show (Chromium, services/network/orb/orb_mimetypes.cc, GetNeverSniffedMimeTypes).
  private static let neverSniffed: Set<String> = Set(
    [
      "gzip", "x-gzip", "x-protobuf", "zip", "msexcel", "mspowerpoint", "msword", "msword-template", "pdf",
      "vnd.ces-quickpoint", "vnd.ces-quicksheet", "vnd.ces-quickword", "vnd.ms-excel",
      "vnd.ms-excel.sheet.macroenabled.12", "vnd.ms-powerpoint", "vnd.ms-powerpoint.presentation.macroenabled.12",
      "vnd.ms-word", "vnd.ms-word.document.12", "vnd.ms-word.document.macroenabled.12", "vnd.msword",
      "vnd.openxmlformats-officedocument.presentationml.presentation",
      "vnd.openxmlformats-officedocument.presentationml.template",
      "vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "vnd.openxmlformats-officedocument.spreadsheetml.template",
      "vnd.openxmlformats-officedocument.wordprocessingml.document",
      "vnd.openxmlformats-officedocument.wordprocessingml.template", "vnd.presentation-openxml",
      "vnd.presentation-openxmlm", "vnd.spreadsheet-openxml", "vnd.wordprocessing-openxml",
    ].map { "application/\($0)" }
  ).union(["text/csv", "text/event-stream", "text/pdf", "multipart/signed", "multipart/byteranges"])
}

extension WebOrigin {
  /// Whether `Cross-Origin-Resource-Policy` treats a URL as same-site: IP addresses never are, and an https site may use plain http
  /// (ShouldAllowSameSite).
  fileprivate func mayLoadOfSameSite(_ url: String) -> Bool {
    guard let other = WebOrigin(url), !RegistrableDomain.isAddress(host) else { return false }
    return RegistrableDomain.areSame(host, other.host) && (scheme == "https" || other.scheme != "https")
  }
}
