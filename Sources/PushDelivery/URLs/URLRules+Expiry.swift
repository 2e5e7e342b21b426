import Findings

extension URLRules {
  static let expiry = Rule<URLCandidate>("url.expiry") { candidate in
    guard let url = candidate.parsed, let expiry = SignatureExpiry(url) else { return [] }
    if expiry.isTooLong {
      return [Finding("the URL is signed for more than seven days, which servers refuse at once")]
    }
    if expiry.moment <= candidate.now { return [Finding("the URL's signature has expired: servers answer 403")] }
    let remaining = expiry.moment - candidate.now
    guard remaining < candidate.lifetime else { return [] }
    return [
      Finding(
        "the URL's signature expires in \(remaining / 3600) hours, and the message may reach devices for "
          + "\(candidate.lifetime / 3600): those that get it later show text alone", severity: .warning)
    ]
  }
}

extension String.UTF8View {
  /// Whether these bytes stand in it one after the other.
  fileprivate func containsBytes(of text: String) -> Bool {
    indices.contains { self[$0...].starts(with: text.utf8) }
  }
}

/// Until when a signed URL can be loaded.
struct SignatureExpiry: Hashable, Sendable {
  /// In seconds since 1970.
  let moment: Int
  /// Whether it is signed for longer than Signature Version 4 allows.
  let isTooLong: Bool

  /// Seconds that Signature Version 4 allows: seven days, for Amazon S3 and Google Cloud Storage alike.
  static let longestSignature = 604_800

  /// Reads the query of S3, Cloud Storage, CloudFront and Azure addresses, and of those that Discord and Facebook hand out; nil when
  /// none of theirs is there.
  init?(_ url: StrictURL) {
    if let moment = Self.sharedMoment(url) {
      self.init(moment: moment, isTooLong: false)
      return
    }
    // Every signature with an end has one of these names, and most addresses are not signed.
    guard let query = url.query, ["expires", "sig"].contains(where: query.lowercased().utf8.containsBytes(of:)) else {
      return nil
    }
    let values = Dictionary(
      query.split(separator: "&").compactMap { pair -> (String, String)? in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? (parts[0].lowercased(), String(parts[1]).replacing("%3A", with: ":")) : nil
      }
    ) { first, _ in first }
    for vendor in ["x-amz", "x-goog"] {
      guard let date = values["\(vendor)-date"].flatMap(Self.basicMoment), let span = values["\(vendor)-expires"],
        let seconds = Int(span), (0...Int(Int32.max)).contains(seconds)
      else { continue }
      self.init(moment: date + seconds, isTooLong: seconds > Self.longestSignature)
      return
    }
    // CloudFront and the older signatures; a key alone is no signature.
    if let moment = values["expires"].flatMap(Int.init), values["signature"] != nil || values["policy"] != nil {
      self.init(moment: moment, isTooLong: false)
    } else if values["sig"] != nil, let moment = values["se"].flatMap(Self.extendedMoment) {
      self.init(moment: moment, isTooLong: false)
    } else {
      return nil
    }
  }

  private init(moment: Int, isTooLong: Bool) {
    self.moment = moment
    self.isTooLong = isTooLong
  }

  /// Services whose addresses are signed with an end in hexadecimal seconds, by the parameter that has it.
  private static let sharing: [(hosts: [String], end: String)] = [
    (["cdn.discordapp.com", "media.discordapp.net"], "ex"), ([".fbcdn.net", ".cdninstagram.com"], "oe"),
  ]

  private static func sharedMoment(_ url: StrictURL) -> Int? {
    guard case .name(let host) = url.host, let query = url.query else { return nil }
    let name = host.lowercased()
    guard let service = sharing.first(where: { $0.hosts.contains(where: name.hasSuffix) }) else { return nil }
    let end = query.split(separator: "&").first { $0.hasPrefix(service.end + "=") }
    // An end alone is enough: nobody else makes addresses of these hosts.
    return end.flatMap { Int($0.dropFirst(service.end.count + 1), radix: 16) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// `20260315T120000Z`.
  private static func basicMoment(_ text: String) -> Int? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 7] else { return nil }
    let (day, time) = (parts[0], parts[1])
    return moment(
      "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.dropFirst(6))"
        + "T\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.dropFirst(4))")
  }

  /// `2026-03-15T12:00:00Z`, perhaps without seconds or without the time.
  private static func extendedMoment(_ text: String) -> Int? {
    switch text.utf8.count {
    case 10: moment(text + "T00:00:00Z")
    case 17: moment(text.dropLast() + ":00Z")
    default: moment(text)
    }
  }

  private static func moment(_ text: String) -> Int? {
    ProtobufTimestamp(rawValue: text).map { Int($0.seconds) }
  }
}
