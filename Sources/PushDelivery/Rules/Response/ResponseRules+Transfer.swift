package import Findings

/// How the bytes come.
extension ResponseRules {
  static let transfer = [contentLength, size, time, caching]

  static let contentLength = rule(
    RuleDescription(
      "http.content-length", .response, .error, summary: "Content-Length tells how many bytes come",
      why:
        "with it Android gives up on what is too large before loading it, and every client notices a body that is cut "
        + "off; a body that is shorter than announced is an error to all of them",
      remedy: "have the server send the file with its length, and look for proxies that cut or compress it on the way",
      source: "firebase-android-sdk, messaging/ImageDownload.java",
      failing: [
        .hosted("/photo.jpg", .photo(length: .absent)),
        .hosted("/photo.jpg", .photo(length: .stated(900_000))),
      ],
      passing: [.hostedPhoto])
  ) { asset in
    cutOff(asset) + unannounced(asset)
  }

  private static func cutOff(_ asset: HostedAsset) -> [Finding] {
    let loadError = asset.loadErrors {
      if case .truncated(let received, let announced) = $0 { (received, announced) } else { nil }
    }
    return loadError.map { loadError in
      let (received, announced) = loadError.detail
      let whole = announced.map { " of \($0)" } ?? ""
      return [Finding("the body ends after \(received)\(whole) bytes", platforms: loadError.platforms)]
    } ?? []
  }

  private static func unannounced(_ asset: HostedAsset) -> [Finding] {
    guard let answer = asset.commonAnswer, !answer.body.isCapped, answer.hop.header["Content-Length"] == nil else {
      return []
    }
    return [
      Finding("there is no Content-Length, so that clients cannot tell whether all of it came", severity: .warning)
    ]
  }

  static let size = rule(
    RuleDescription(
      "http.size", .response, .error, summary: "the body is no larger than any client loads",
      why: ClientLimit.appleMovieBytes.reason + ", and all other limits are lower; it was not loaded to its end",
      remedy: "host a rendition: `richpush run` makes one that every client shows",
      source: ClientLimit.appleMovieBytes.source,
      failing: [.hosted("/photo.jpg", .photo(length: .stated(60_000_000)))], passing: [.hostedPhoto])
  ) { asset in
    guard let answer = asset.commonAnswer, answer.body.isCapped else { return [] }
    let announced = answer.hop.header["Content-Length"].map { " (Content-Length: \($0.quoted))" } ?? ""
    return [Finding("the body has more than \(ClientLimit.appleMovieBytes.value) bytes\(announced)")]
  }

  package static let time = rule(
    RuleDescription(
      "http.time", .response, .error, summary: "it loads in two seconds",
      why:
        "FCM's library for Android gives up after five seconds, with the lookup of the name, the handshake and decoding "
        + "in them, and a service extension of Apple's systems ends after thirty; phones have slower links than this "
        + "machine",
      remedy: "serve it from a content delivery network near the devices, ready made and without redirects",
      source: "firebase-android-sdk, messaging/DisplayNotification.java",
      failing: [.hosted("/photo.jpg", .photo(delay: 2.5))], passing: [.hostedPhoto])
  ) { asset in
    asset.exchanges.compactMap { exchange in
      guard let (seconds, isComplete) = duration(exchange), seconds > comfortableSeconds else { return nil }
      let isLate = !isComplete || exchange.client == .android && seconds > androidSeconds
      return Finding(
        isComplete ? "loading took \(text(seconds)) seconds" : "it was not loaded after \(text(seconds)) seconds",
        severity: isLate ? .error : .warning, platforms: [exchange.client.platform])
    }.merged()
  }

  /// nil where no asset came: what an error page takes is no matter.
  private static func duration(_ exchange: Exchange) -> (seconds: Double, isComplete: Bool)? {
    switch exchange.end {
    case .failed(.timedOut(let seconds)): (max(Double(seconds), exchange.seconds), false)
    case .loaded where exchange.hops.last?.status == 200: (exchange.seconds, true)
    default: nil
    }
  }

  private static let comfortableSeconds = 2.0
  private static let androidSeconds = Double(ClientLimit.androidDownloadSeconds.value)

  /// With one decimal.
  private static func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }

  static let caching = rule(
    RuleDescription(
      "http.caching", .response, .warning, summary: "caches between server and devices may keep it",
      why:
        "a campaign has all devices load it within minutes; what may not be kept, or cannot be validated, goes to the "
        + "origin each time, and a slow origin misses Android's five seconds",
      remedy: "send Cache-Control: public, max-age=31536000, immutable with a name that changes with the content",
      source: "https://www.rfc-editor.org/rfc/rfc9111",
      failing: [
        .hosted("/photo.jpg", .photo(cache: "no-store")), .hosted("/photo.jpg", .photo(cache: "max-age=30")),
      ],
      passing: [.hostedPhoto, .hosted("/photo.jpg", .photo(cache: "no-cache", with: ["ETag": "\"5f1\""]))])
  ) { asset in
    guard let header = asset.commonAnswer?.hop.header, let reason = reasonAgainstCaching(header) else { return [] }
    return [Finding("\(reason), so that every device may load it from the origin")]
  }

  private static func reasonAgainstCaching(_ header: HeaderFields) -> String? {
    let directives = header.list("Cache-Control").map { $0.lowercased() }
    if let forbidding = directives.first(where: { $0 == "no-store" || $0 == "private" }) {
      return "Cache-Control says \(forbidding.quoted)"
    }
    guard header["ETag"] == nil, header["Last-Modified"] == nil else { return nil }
    let ages = directives.filter { $0.contains("max-age=") || $0.contains("s-maxage=") }
      .compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }
    if let longest = ages.max() {
      return longest < 3600 ? "it may be kept for \(longest) seconds and not validated" : nil
    }
    return header["Expires"] == nil ? "neither Cache-Control nor a validator says that it may be kept" : nil
  }
}

extension [Finding] {
  /// Those that differ in nothing but their platforms, as one.
  fileprivate func merged() -> [Finding] {
    reduce(into: []) { merged, finding in
      if let same = merged.firstIndex(where: { $0.saysTheSame(as: finding) }) {
        merged[same].platforms?.formUnion(finding.platforms ?? [])
      } else {
        merged.append(finding)
      }
    }
  }
}

extension Finding {
  /// Whether they differ in nothing but their platforms.
  fileprivate func saysTheSame(as other: Finding) -> Bool {
    var other = other
    other.platforms = platforms
    return other == self
  }
}
