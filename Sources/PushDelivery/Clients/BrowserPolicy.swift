import Findings

/// What Chrome does not hand to a page or a service worker of one site although it has loaded it from another.
enum BrowserPolicy {
  /// Why an answer is kept back.
  enum Block: Hashable, Sendable {
    /// `Cross-Origin-Resource-Policy` has this value, and the site is not of it.
    case resourcePolicy(String)
    /// The same, and nobody said which site it is.
    case resourcePolicyOfUnknownSite(String)
    /// Its type is one that no page shows as a picture (opaque response blocking).
    case type(String)
    /// The same, since `nosniff` forbids to look at the bytes.
    case typeWithoutSniffing(String)
    /// It is a part of a file from its middle on.
    case range
  }

  /// nil where the answers are handed over.
  ///
  /// - Parameters:
  ///   - hops: every answer of the chain; `Cross-Origin-Resource-Policy` counts in each, all else in the last.
  ///   - site: nil where nobody said: then another than the picture's.
  static func block(_ hops: [Hop], site: WebOrigin?) -> Block? {
    for hop in hops {
      if let block = resourcePolicy(hop, site) { return block }
    }
    return hops.last.flatMap { opaqueResponse($0, site) }
  }

  /// Values are compared letter by letter, and several fields are no value
  /// (Chromium, services/network/public/cpp/cross_origin_resource_policy.cc, IsBlockedInternal).
  private static func resourcePolicy(_ hop: Hop, _ site: WebOrigin?) -> Block? {
    let values = hop.header.all.filter { $0.name.lowercased() == "cross-origin-resource-policy" }.map(\.value)
    guard values.count == 1, let value = values.first, ["same-origin", "same-site"].contains(value) else { return nil }
    guard let site else { return .resourcePolicyOfUnknownSite(value) }
    let isLetThrough =
      site.relation(to: hop.url) == .sameOrigin || value == "same-site" && site.mayLoadOfSameSite(hop.url)
    return isLetThrough ? nil : .resourcePolicy(value)
  }

  /// The steps that look at the header alone: bytes of a picture end the others with leave to pass
  /// (Chromium, services/network/orb/orb_impl.cc, Init).
  private static func opaqueResponse(_ hop: Hop, _ site: WebOrigin?) -> Block? {
    guard site?.relation(to: hop.url) != .sameOrigin else { return nil }
    if let type = mimeType(hop.header), !isSafelisted(type) {
      if neverSniffed.contains(type) { return .type(type) }
      if isSniffed(type), hasNoSniff(hop.header) { return .typeWithoutSniffing(type) }
    }
    return startsInTheMiddle(hop) ? .range : nil
  }

  /// The last value that names a type counts, of several fields or of a list in one; `*/*` and what has no slash are passed over
  /// (Chromium, net/http/http_util.cc, ParseContentType, and http_response_headers.cc, GetMimeTypeAndCharset).
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

  /// HTML, JSON, XML and plain text: taken for what the bytes are, unless the server forbids to look
  /// (Chromium, services/network/orb/orb_mimetypes.cc, GetCanonicalMimeType).
  private static func isSniffed(_ type: String) -> Bool {
    [
      "text/html", "application/json", "text/json", "application/json+protobuf", "application/xml", "text/xml",
      "text/plain",
    ]
    .contains(type) || type.hasSuffix("+json") || type.hasSuffix("+xml")
  }

  /// The first of all values counts (https://fetch.spec.whatwg.org/#determine-nosniff).
  private static func hasNoSniff(_ header: HeaderFields) -> Bool {
    header.list("X-Content-Type-Options").first?.lowercased() == "nosniff"
  }

  private static func startsInTheMiddle(_ hop: Hop) -> Bool {
    guard hop.status == 206, let range = hop.header["Content-Range"], range.lowercased().hasPrefix("bytes ") else {
      return false
    }
    // A range that does not stand within the length that is told says nothing
    // (Chromium, net/http/http_util.cc, ParseContentRangeHeaderFor206).
    let numbers = range.dropFirst("bytes ".count).split(omittingEmptySubsequences: false) { "-/".contains($0) }
      .map { Int(trimmed($0)) }
    guard numbers.count == 3, let first = numbers[0], let last = numbers[1], let length = numbers[2] else {
      return false
    }
    return 0 < first && first <= last && last < length
  }

  /// The types of which no page shows anything (Chromium, services/network/orb/orb_mimetypes.cc, GetNeverSniffedMimeTypes).
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
  /// Whether an address is of the same site in the eyes of `Cross-Origin-Resource-Policy`: numbers never are, and a site under https
  /// may use what comes over plain http (ShouldAllowSameSite).
  fileprivate func mayLoadOfSameSite(_ url: String) -> Bool {
    guard let other = WebOrigin(url), !RegistrableDomain.isAddress(host) else { return false }
    return RegistrableDomain.areSame(host, other.host) && (scheme == "https" || other.scheme != "https")
  }
}
