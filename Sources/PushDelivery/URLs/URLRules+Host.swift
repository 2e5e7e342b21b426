import Findings

extension URLRules {
  static let privateHost = Rule<URLCandidate>("url.private-host") { candidate in
    guard let url = candidate.parsed else { return [] }
    if let ending = slip(in: url.host) {
      return .one(
        "the URL's host ends in .\(ending[0]), where no server can be", remedy: "write .\(ending[1]) if that is meant"
      )
    }
    guard url.host.isPrivate || end(of: url.host).map(privateEnds.contains) == true else { return [] }
    // In a trial, the finding about plain http also says this.
    guard url.scheme == "https" || url.scheme == "http" && !candidate.isTrial else { return [] }
    return .one(
      "the URL leads to this machine or a private network, where no phone can load it",
      severity: candidate.isTrial ? .warning : .error)
  }

  private static let slips = WordTable.addresses.rows("slip")

  /// The end of a host that is a typing error, and the right one.
  private static func slip(in host: URLHost) -> [String]? {
    end(of: host).flatMap { end in slips.first { $0[0] == end } }
  }

  /// Ends that private networks use, and that cannot be registered (https://www.rfc-editor.org/rfc/rfc6762#appendix-G).
  private static let privateEnds: Set<String> = ["corp", "home", "intranet", "private"]

  private static func end(of host: URLHost) -> String? {
    guard case .name(let name) = host else { return nil }
    return name.lowercased().split(separator: ".").last.map(String.init)
  }

  static let reservedHost = Rule<URLCandidate>("url.reserved-host") { candidate in
    guard let host = candidate.parsed?.host, host.isReserved, !host.isPrivate else { return [] }
    return .one("the URL leads to a name that is reserved for documents and tests, so nothing can be loaded")
  }

  static let certificate = Rule<URLCandidate>("url.certificate") { candidate in
    guard let url = candidate.parsed, url.scheme == "https", case .name(let host) = url.host else { return [] }
    let labels = host.lowercased().split(separator: ".")
    if labels.contains(where: { $0.hasPrefix("s3-website") }), labels.contains("amazonaws") {
      return .one("the URL leads to a website host of Amazon S3, which does not answer https")
    }
    guard let store = storesOfOneName.first(where: { isBehindDots(labels, $0) }) else { return [] }
    return .one(
      "the URL's host has dots before \(store.joined(separator: ".")), for which no certificate fits: clients break off the "
        + "connection")
  }

  /// Hosts whose certificate fits one name before them, without dots; `*` is any name, and `s3-*` any with that prefix.
  private static let storesOfOneName = WordTable.addresses["one-name"].map { $0.split(separator: ".") }

  /// Whether a host has several names before a store's.
  private static func isBehindDots(_ labels: [Substring], _ store: [Substring]) -> Bool {
    guard labels.count > store.count + 1 else { return false }
    return zip(labels.suffix(store.count), store).allSatisfy { label, pattern in
      pattern == "*" ? label != "cdn" : label == pattern || pattern == "s3-*" && label.hasPrefix("s3-")
    }
  }

  static let adminSDK = Rule<URLCandidate>("url.admin-sdk") { candidate in
    guard let what = candidate.parsed.flatMap(refusedByAdminSDK) else { return [] }
    return .one("the URL has \(what): FCM takes it, but Firebase's Admin SDKs refuse to send it")
  }

  /// What the Admin SDKs' `isURL` refuses although RFC 3986 permits it (firebase-admin-node, utils/validator.ts).
  private static func refusedByAdminSDK(_ url: StrictURL) -> String? {
    let path = url.path.utf8
    if zip(path, path.dropFirst()).contains(where: { $0 == UInt8(ascii: "/") && $0 == $1 }) {
      return "an empty path component (//)"
    }
    if path.contains(UInt8(ascii: "&")) { return "a & in its path" }
    if case .name(let host) = url.host, host.utf8.contains(UInt8(ascii: "_")) { return "a _ in its host" }
    return nil
  }
}

extension URLHost {
  /// Whether it exists only locally: this machine, a private network, a private name.
  package var isPrivate: Bool {
    switch self {
    case .name(let name):
      isLoopback || !name.utf8.contains(UInt8(ascii: "."))
        || [".local", ".internal", ".localhost", ".lan", ".home.arpa"].contains(where: name.lowercased().hasSuffix)
    case .ipv4, .ipv6: address?.isPublic != true
    }
  }
}

extension URLRules {
  static let syntax = Rule<URLCandidate>("url.syntax") { candidate in
    guard case .failure(let error) = candidate.url, !(candidate.isRelative && candidate.platforms == [.web]) else {
      return []
    }
    let clients = LoadingClient.allCases.filter { candidate.platforms.contains($0.platform) }
    let readings = clients.map { (client: $0, address: $0.address(candidate.text)) }
    let addresses = readings.map(\.address).reduce(into: [RequestAddress]()) { if !$0.contains($1) { $0.append($1) } }
    let words = addresses.map { address in
      reading(address, by: readings.filter { $0.address == address }.map(\.client.platform))
    }
    return .one(
      "the URL \(error.words(in: candidate.text)); clients repair or refuse such a URL each in its own way (RFC 3986): "
        + words.joined(separator: "; "),
      consequences: Dictionary(uniqueKeysWithValues: readings.map { ($0.client.platform, $0.address.consequence) }))
  }

  /// How some clients read a URL that they read alike.
  private static func reading(_ address: RequestAddress, by platforms: [Platform]) -> String {
    let names = platforms.sorted().map(\.displayName).joined(separator: ", ")
    return switch address {
    case .url(let text): "\(names) asks for \(text.maskingUserInfo.quoted)"
    case .perhaps(let text, _): "\(names) may ask for \(text.maskingUserInfo.quoted)"
    case .none: "to \(names) it is no address"
    }
  }

  static let relative = Rule<URLCandidate>("url.relative") { candidate in
    guard candidate.isRelative, candidate.platforms == [.web] else { return [] }
    return .one("the URL is relative: it works in browsers alone, and from this site's service worker alone")
  }

  static let scheme = Rule<URLCandidate>("url.scheme") { candidate in
    guard let url = candidate.parsed, url.scheme != "https" else { return [] }
    if candidate.isTrial, url.scheme == "http", url.isLocal {
      return .one(
        "the URL is plain http on this machine: good for a trial, but no phone can load it", severity: .warning,
        remedy: "use a public https address before messages are sent", consequence: .textAlone)
    }
    return .one(
      "the URL's scheme is \(url.scheme), and only https loads everywhere: Apple's App Transport Security, Android's "
        + "cleartext policy and browsers block the rest",
      remedy: SharedPage.download(ofStorageURL: url).map { "write \($0), if the bucket's rules let everyone read" },
      consequences: url.scheme == "http" && !url.isLocal ? [.web: upgraded] : [:])
  }

  /// Chrome requests a picture of plain http by https (https://www.w3.org/TR/mixed-content/#upgrade-algorithm).
  private static let upgraded = Consequence.uncertain(
    settledBy: "whether the same address loads by https, which Chrome asks for in its place")

  static let userInfo = Rule<URLCandidate>("url.user-info") { candidate in
    guard candidate.parsed?.userInfo != nil else { return [] }
    return .one(
      "the URL has a user name or password: clients ignore or refuse it, and every recipient could read it",
      consequences: [.android: .shown])
  }

  static let fragment = Rule<URLCandidate>("url.fragment") { candidate in
    guard candidate.parsed?.fragment != nil else { return [] }
    return .one(
      "the URL ends in a fragment (#), which never reaches a server; clients ask for what stands before it",
      consequence: .shown)
  }

  static let doubleEncoding = Rule<URLCandidate>("url.double-encoding") { candidate in
    guard let path = candidate.parsed?.path, path.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let once = percentDecoded(path.utf8)
    guard percentDecoded(once) != once else { return [] }
    return .one("the URL's path looks percent-encoded twice: it asks for a name that holds a % itself")
  }

  static let length = Rule<URLCandidate>("url.length") { candidate in
    let count = candidate.text.utf8.count
    guard count > ClientLimit.urlBytes.value, candidate.parsed != nil else { return [] }
    return .one("the URL has \(count) bytes, and \(ClientLimit.urlBytes.reason)")
  }

  static let port = Rule<URLCandidate>("url.port") { candidate in
    // Most have no port.
    guard candidate.platforms.contains(.web), candidate.parsed?.port != nil,
      LoadingClient.chrome.refusesPort(of: candidate.text)
    else { return [] }
    return .one(
      "the URL's port is one that browsers do not connect to, as another protocol speaks there", platforms: [.web])
  }
}

extension RequestAddress {
  /// The consequence of how a client reads an invalid URL.
  fileprivate var consequence: Consequence {
    switch self {
    case .url: .shown
    case .perhaps(_, let settledBy): .uncertain(settledBy: settledBy)
    case .none: .textAlone
    }
  }
}
