package import Findings

/// How the bytes come.
extension ResponseRules {
  static let transfer = [contentLength, contentEncoding, framing, size, time, caching]

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

  static let contentEncoding = rule(
    RuleDescription(
      "http.content-encoding", .response, .error, summary: "the body is not packed, or as every client unpacks it",
      why:
        "a picture is packed already, so that to pack it again gains nothing. Android unpacks `gzip` alone, Apple's systems `deflate` "
        + "and `br` too, Chrome also `zstd`; a server that sends one unasked leaves the others with bytes that are no picture. A "
        + "name that says nothing about packing, such as `aws-chunked`, is passed over by Android and Chrome",
      remedy:
        "send pictures without Content-Encoding; where a store keeps such a field with the object, remove it there",
      source:
        "AOSP external/okhttp, HttpEngine.unzip; Chromium, net/url_request/url_request_http_job.cc, SetUpSourceStream",
      failing: [
        .hosted("/photo.jpg", .photo(with: ["Content-Encoding": "aws-chunked"])),
        .hosted("/photo.jpg", .photo(with: ["Content-Encoding": "gzip"])),
      ],
      passing: [.hostedPhoto])
  ) { asset in
    asset.obstacles { if case .coding(let name) = $0 { name } else { nil } }.map { found in
      let names = found.platforms.intersection(asset.platforms).sorted().map(\.displayName).joined(separator: ", ")
      let isSure = found.consequence == .textAlone
      return Finding(
        "Content-Encoding is \(found.detail.quoted), and the bytes \(isSure ? "are" : "may be") no picture to \(names)",
        severity: isSure ? .error : .warning, platforms: found.platforms, consequence: found.consequence)
    }
  }

  static let framing = rule(
    RuleDescription(
      "http.framing", .response, .error, summary: "the answer's header says everything once",
      why:
        "where two fields contradict each other, or a comma makes two values of one, Chrome gives the answer up, as it may have been "
        + "tampered with; and no client undoes a Transfer-Encoding but `chunked`",
      remedy:
        "send one Content-Length, one Location and one Content-Disposition, with the file's name in double quotes",
      source: "Chromium, net/http/http_stream_parser.cc, ParseResponseHeaders",
      failing: [.hosted("/photo.jpg", .photo(with: ["Content-Disposition": "inline; filename=a,b.jpg"]))],
      passing: [.hosted("/photo.jpg", .photo(with: ["Content-Disposition": #"inline; filename="a,b.jpg""#]))])
  ) { asset in
    asset.obstacles { if case .framing(let fault) = $0 { fault } else { nil } }.map { found in
      let isSure = found.consequence == .textAlone
      return Finding(
        "\(found.detail), and \(isSure ? "the client gives the answer up" : "the client may give the answer up")",
        severity: isSure ? .error : .warning, platforms: found.platforms, consequence: found.consequence)
    }
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
        + "in them, a service extension of Apple's systems ends after thirty, and Chrome waits for ninety; phones have "
        + "slower links than this machine",
      remedy: "serve it from a content delivery network near the devices, ready made and without redirects",
      source: "firebase-android-sdk, messaging/DisplayNotification.java",
      failing: [.hosted("/photo.jpg", .photo(delay: 2.5))], passing: [.hostedPhoto])
  ) { asset in
    asset.exchanges.compactMap { exchange in
      guard let (seconds, isComplete) = duration(exchange), seconds > comfortableSeconds else { return nil }
      let isLate = !isComplete || seconds > Double(exchange.client.timeLimit.value)
      return Finding(
        isComplete ? "loading took \(text(seconds)) seconds" : "it was not loaded after \(text(seconds)) seconds",
        severity: isLate ? .error : .warning, platforms: [exchange.client.platform])
    }.merged()
  }

  /// nil where no asset came: what an error page takes is no matter.
  private static func duration(_ exchange: Exchange) -> (seconds: Double, isComplete: Bool)? {
    switch exchange.end {
    case .failed(.timedOut(let seconds)): (max(Double(seconds), exchange.seconds), false)
    case .loaded where exchange.answer != nil: (exchange.seconds, true)
    default: nil
    }
  }

  private static let comfortableSeconds = 2.0

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
