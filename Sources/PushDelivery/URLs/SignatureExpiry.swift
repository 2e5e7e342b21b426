import Essentials
import Findings

/// The end of a signed URL's life.
///
/// Sources: Amazon S3, Google Cloud Storage, Azure Storage, CloudFront, Alibaba OSS, Tencent COS, Baidu BOS, Volcengine TOS, Supabase,
/// Akamai, Cloudinary, Fastly, imgix, KeyCDN, Bunny and Qiniu: their pages about signed URLs.
struct SignatureExpiry: Hashable, Sendable {
  /// In seconds since 1970.
  let moment: Int
  /// Whether it is signed for longer than its kind of signature allows.
  let isTooLong: Bool

  /// Seconds that Signature Version 4 allows: seven days, for Amazon S3 and compatible stores.
  static let longestSignature = 604_800

  /// - Returns: nil if neither query nor path has a signature with a known end.
  init?(_ url: StrictURL) {
    // Most URLs have no query.
    guard url.text.utf8.contains(UInt8(ascii: "=")) else { return nil }
    let values = Self.values(of: Self.parts(of: url).joined(separator: "&"))
    if let signed = Self.dated(values) {
      (moment, isTooLong) = (signed.date + signed.span, signed.span > Self.longestSignature)
      return
    }
    guard
      let moment = Self.shared(url, values) ?? Self.end(values) ?? Self.range(values) ?? Self.policy(values)
        ?? Self.embedded(values)
    else { return nil }
    (self.moment, isTooLong) = (moment, false)
  }

  /// The query, and the parts of the path with values: Akamai and Bunny sign there as well.
  private static func parts(of url: StrictURL) -> [String] {
    let ofPath = url.path.split(separator: "/").filter { $0.utf8.contains(UInt8(ascii: "=")) }
    return [url.query.map(String.init)].compactMap(\.self) + ofPath.map { ($0.contains("~hmac=") ? "path=" : "") + $0 }
  }

  /// The values by their names in lower case, without escapes of ASCII signs.
  static func values(of query: String) -> [String: String] {
    let pairs = query.split(separator: "&").compactMap { pair -> (String, String)? in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      var value = String(parts[1])
      for (escape, sign) in escapes where value.utf8.contains(UInt8(ascii: "%")) {
        value = value.replacing(escape, with: sign).replacing(escape.lowercased(), with: sign)
      }
      return (parts[0].lowercased(), value)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static let escapes = [("%3A", ":"), ("%3B", ";"), ("%2F", "/"), ("%3D", "="), ("%7E", "~"), ("%2A", "*")]

  /// In seconds: the sum with a moment is a number.
  private static let spans = 0...Int(Int32.max)

  /// A moment and a duration in seconds from it, with a signature.
  private static func dated(_ values: [String: String]) -> (date: Int, span: Int)? {
    for vendor in ["x-amz", "x-goog", "x-oss", "x-tos", "x-obs"] {
      guard let date = values["\(vendor)-date"].flatMap({ moment($0) }), let text = values["\(vendor)-expires"],
        let span = Int(text), spans.contains(span)
      else { continue }
      return (date, span)
    }
    return nil
  }
}

// An end under its own name.
extension SignatureExpiry {
  /// Names of ends, each with its signatures' names, one of which must be there: only an end is not a signature.
  private static let ends: [(end: String, signatures: [String])] = [
    ("expires", ["signature", "policy", "s", "sig", "token", "hash", "md5", "bcdn_token"]),
    ("expires_at", ["signature"]), ("se", ["sig"]), ("expire", ["token"]),
    ("x-expires", ["x-signature"]), ("e", ["token", "t"]), ("exp", ["sig", "signature", "hmac", "token"]),
  ]

  private static func end(_ values: [String: String]) -> Int? {
    ends.lazy.filter { end in end.signatures.contains { values[$0] != nil } }
      .compactMap { values[$0.end] }.compactMap { seconds($0) ?? moment($0) }.first
  }

  /// Seconds or milliseconds since 1970, in this century: smaller numbers mean something else.
  private static func seconds(_ text: some StringProtocol) -> Int? {
    guard let number = Int(text), number > 978_307_200 else { return nil }
    return number < 4_102_444_800_000 ? (number < 100_000_000_000 ? number : number / 1000) : nil
  }

  /// Services whose URLs are signed with an end in hexadecimal seconds, by its parameter.
  private static let sharing: [(hosts: [String], end: String)] = [
    (["cdn.discordapp.com", "media.discordapp.net"], "ex"), ([".fbcdn.net", ".cdninstagram.com"], "oe"),
  ]

  private static func shared(_ url: StrictURL, _ values: [String: String]) -> Int? {
    guard case .name(let host) = url.host else { return nil }
    let name = host.lowercased()
    // Only an end is enough: the hosts' URLs come from the service.
    guard let service = sharing.first(where: { $0.hosts.contains(where: name.hasSuffix) }),
      let moment = values[service.end].flatMap({ Int($0, radix: 16) }), moment > 0
    else { return nil }
    return moment
  }
}

// An end within another value.
extension SignatureExpiry {
  /// `1577833200;1577836800` of Tencent, and `bce-auth-v1/KEY/2020-01-01T00:00:00Z/3600/…` of Baidu.
  private static func range(_ values: [String: String]) -> Int? {
    if values["q-signature"] != nil, let end = values["q-sign-time"]?.split(separator: ";").last { return seconds(end) }
    let parts = values["authorization"]?.split(separator: "/") ?? []
    guard parts.count > 4, parts[0] == "bce-auth-v1", let start = moment(parts[2]), let span = Int(parts[3]),
      span > 0, spans.contains(span)
    else { return nil }
    return start + span
  }

  /// The end in a policy of CloudFront, which replaces three signs of base64.
  private static func policy(_ values: [String: String]) -> Int? {
    guard values["signature"] != nil, let policy = values["policy"] else { return nil }
    let signs: [Character: Character] = ["-": "+", "_": "=", "~": "/"]
    let statements = json(String(policy.map { signs[$0] ?? $0 }))?["Statement"]?.elements ?? []
    return statements.compactMap { $0["Condition"]?["DateLessThan"]?["AWS:EpochTime"]?.numberAsWritten }
      .compactMap { seconds($0) }.min()
  }

  /// `exp=1577836800~acl=/*~hmac=…` of Akamai and Cloudinary, `1577836800_…` of Fastly, and the claim `exp` of a JSON Web Token (RFC 7519).
  private static func embedded(_ values: [String: String]) -> Int? {
    // Under other names this may be the time and the digest of a version.
    let token = values["token"]?.wholeMatch(of: /([0-9]{10})_(?:0x)?[0-9a-f]{40,64}/)
    if let token { return seconds(token.1) }
    return values.values.lazy.compactMap { value -> Int? in
      if value.hasPrefix("eyJ") { return claims(ofToken: value)?["exp"]?.numberAsWritten.flatMap { seconds($0) } }
      let parts = value.split(separator: "~")
      guard parts.contains(where: { $0.hasPrefix("hmac=") }) else { return nil }
      return parts.first { $0.hasPrefix("exp=") }.flatMap { seconds($0.dropFirst(4)) }
    }.first
  }

  /// What a JSON Web Token says; nil if it is none.
  static func claims(ofToken text: some StringProtocol) -> JSONNode? {
    let parts = text.split(separator: ".")
    guard text.hasPrefix("eyJ"), parts.count == 3 else { return nil }
    let signs: [Character: Character] = ["-": "+", "_": "/"]
    return json(String(parts[1].map { signs[$0] ?? $0 }))
  }

  /// The JSON in base64; nil if it is not JSON.
  private static func json(_ base64: String) -> JSONNode? {
    let digits = base64.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: digits + padding) else { return nil }
    var reader = JSONReader(Array(bytes), mostValues: 1000)
    return reader.values().first
  }

  /// `20260315T120000Z` and `2026-03-15T12:00:00Z`, perhaps with fractions, or without seconds or the time.
  private static func moment(_ text: some StringProtocol) -> Int? {
    // Azure also takes offsets.
    if let whole = ProtobufTimestamp(rawValue: String(text)) { return Int(whole.seconds) }
    let text = text.prefix { $0 != "." }
    let digits = String(text.filter(\.isNumber)) + "000000"
    guard text.utf8.count < 21, text.hasPrefix("20"), text.allSatisfy({ $0.isNumber || "-:TZ".contains($0) }) else {
      return nil
    }
    let parts = [0, 4, 6, 8, 10, 12].map { digits.dropFirst($0).prefix($0 == 0 ? 4 : 2) }
    let (day, time) = (parts[..<3].joined(separator: "-"), parts[3...].joined(separator: ":"))
    return ProtobufTimestamp(rawValue: "\(day)T\(time)Z").map { Int($0.seconds) }
  }
}

extension URLRules {
  /// Rights of Azure's signatures beyond reading (https://learn.microsoft.com/rest/api/storageservices/create-service-sas).
  static let writeAccess = Rule<URLCandidate>("url.write-access") { candidate in
    guard let query = candidate.parsed?.query, query.contains("sig=") else { return [] }
    let values = SignatureExpiry.values(of: String(query))
    guard values["sig"] != nil, values["sv"] != nil, let rights = values["sp"],
      rights.contains(where: "acwdxymop".contains)
    else { return [] }
    return .one(
      "the URL is signed with \("sp=\(rights)".quoted), so that everybody who gets it can change or delete what is there"
    )
  }

  static let expiry = Rule<URLCandidate>("url.expiry") { candidate in
    guard let url = candidate.parsed, let expiry = SignatureExpiry(url) else { return [] }
    if expiry.isTooLong {
      return .one("the URL is signed for more than seven days, which servers refuse at once")
    }
    if expiry.moment <= candidate.now { return .one("the URL's signature has expired: servers answer 403") }
    let remaining = expiry.moment - candidate.now
    guard remaining < candidate.lifetime else { return [] }
    return .one(
      "the URL's signature expires in \(remaining / 3600) hours, and the message may reach devices for "
        + "\(candidate.lifetime / 3600): those that get it later cannot load it", severity: .warning)
  }
}
