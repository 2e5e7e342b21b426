package import Findings

/// How the bytes arrive.
extension ResponseRules {
  static let transfer = [contentLength, contentEncoding, framing, size, time, caching]

  static let contentLength = rule("http.content-length") { asset in
    cutOff(asset) + unannounced(asset)
  }

  private static func cutOff(_ asset: HostedAsset) -> [Finding] {
    let loadError = asset.loadErrors {
      if case .truncated(let received, let announced) = $0 { (received, announced) } else { nil }
    }
    return loadError.map { loadError in
      let (received, announced) = loadError.detail
      let whole = announced.map { " of \($0)" } ?? ""
      return .one("the body ends after \(received)\(whole) bytes", platforms: loadError.platforms)
    } ?? []
  }

  private static func unannounced(_ asset: HostedAsset) -> [Finding] {
    guard let answer = asset.commonAnswer, !answer.body.isCapped, answer.hop.header["Content-Length"] == nil else {
      return []
    }
    return .one("there is no Content-Length, so that clients cannot tell whether all of it came", severity: .warning)
  }

  static let contentEncoding = obstacle("http.content-encoding")
  static let framing = obstacle("http.framing")

  static let size = rule("http.size") { asset in
    guard let answer = asset.commonAnswer, answer.body.isCapped else { return [] }
    let announced = answer.hop.header["Content-Length"].map { " (Content-Length: \($0.quoted))" } ?? ""
    return .one("the body has more than \(ClientLimit.appleMovieBytes.value) bytes\(announced)")
  }

  package static let time = rule("http.time") { asset in
    asset.exchanges.compactMap { exchange in
      guard let (seconds, isComplete) = duration(exchange), seconds > comfortableSeconds else { return nil }
      let isLate = !isComplete || seconds > Double(exchange.client.timeLimit.value)
      return Finding(
        isComplete ? "loading took \(text(seconds)) seconds" : "it was not loaded after \(text(seconds)) seconds",
        severity: isLate ? .error : .warning, platforms: [exchange.client.platform])
    }.merged()
  }

  /// nil if no asset came: the time of an error page does not matter.
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

  static let caching = rule("http.caching") { asset in
    guard let header = asset.commonAnswer?.hop.header, let reason = reasonAgainstCaching(header) else { return [] }
    return .one("\(reason), so that every device may load it from the origin")
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
  /// Merges findings that differ only in their platforms.
  func merged() -> [Finding] {
    reduce(into: []) { merged, finding in
      let same = merged.firstIndex { other in
        var other = other
        other.platforms = finding.platforms
        return other == finding
      }
      if let same { merged[same].platforms?.formUnion(finding.platforms ?? []) } else { merged.append(finding) }
    }
  }
}
