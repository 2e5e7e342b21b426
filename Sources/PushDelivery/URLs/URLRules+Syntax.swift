import Findings

extension URLRules {
  static let syntax = Rule<URLCandidate>(
    .init(
      "url.syntax", .url, .error,
      summary: "an address is an absolute URL in the ASCII characters of RFC 3986",
      why:
        "clients repair, escape or refuse any other, each in its own way: an extension built before the SDK of iOS 17 shows text "
        + "alone, later ones escape what is escaped already, and Android and browsers escape what they must",
      remedy: "write an absolute URL in ASCII such as https://host/path, with percent-encoding for everything else",
      source: "https://www.rfc-editor.org/rfc/rfc3986",
      failing: [
        .url("https://static.example.com/spring tulips.jpg"), .url("tulips.jpg"),
        .url("https://static.example.com/größe.jpg"),
      ],
      passing: [.picture])
  ) { candidate in
    guard case .failure(let error) = candidate.url, !(candidate.isRelative && candidate.platforms == [.web]) else {
      return []
    }
    let explanation = candidate.text.isEmpty ? "is empty" : explanation(of: error, in: candidate.text)
    let clients = LoadingClient.allCases.filter { candidate.platforms.contains($0.platform) }
    let readings = clients.map { (client: $0, address: $0.address(candidate.text)) }
    let addresses = readings.map(\.address).reduce(into: [RequestAddress]()) { if !$0.contains($1) { $0.append($1) } }
    let words = addresses.map { address in
      reading(address, by: readings.filter { $0.address == address }.map(\.client.platform))
    }
    return [
      Finding(
        "the URL \(explanation); clients repair or refuse such a URL each in its own way (RFC 3986): "
          + words.joined(separator: "; "),
        consequences: Dictionary(uniqueKeysWithValues: readings.map { ($0.client.platform, $0.address.consequence) }))
    ]
  }

  /// What becomes of a URL that some clients read in the same way.
  private static func reading(_ address: RequestAddress, by platforms: [Platform]) -> String {
    let names = platforms.sorted().map(\.displayName).joined(separator: ", ")
    return switch address {
    case .url(let text): "\(names) asks for \(text.maskingUserInfo.quoted)"
    case .perhaps(let text, _): "\(names) may ask for \(text.maskingUserInfo.quoted)"
    case .none: "to \(names) it is no address"
    }
  }

  static let relative = Rule<URLCandidate>(
    .init(
      "url.relative", .url, .note, platforms: [.web],
      summary: "an address is absolute",
      why:
        "browsers complete a relative one with the service worker's own address, so that it works there; no other client can",
      remedy: "write the whole URL if the address is ever to be used for another client",
      source: "https://github.com/firebase/quickstart-js/issues/356",
      failing: [.message(#""webpush": {"notification": {"image": "/pictures/tulips.jpg"}}"#)],
      passing: [.picture])
  ) { candidate in
    guard candidate.isRelative, candidate.platforms == [.web] else { return [] }
    return [Finding("the URL is relative: it works in browsers alone, and from this site's service worker alone")]
  }

  static let scheme = Rule<URLCandidate>(
    .init(
      "url.scheme", .url, .error,
      summary: "an address begins with https://",
      why: "Apple's App Transport Security, Android's cleartext policy and browsers' mixed-content rule block the rest",
      remedy:
        "serve it over https and write the URL with https://; for gs:// write the download URL of Firebase Storage",
      source: "https://developer.android.com/privacy-and-security/security-config",
      failing: [.url("http://static.example.com/tulips.jpg")], passing: [.picture])
  ) { candidate in
    guard let url = candidate.parsed, url.scheme != "https" else { return [] }
    if candidate.isTrial, url.scheme == "http", url.isLocal {
      return [
        Finding(
          "the URL is plain http on this machine: good for a trial, but no phone can load it", severity: .warning,
          remedy: "use a public https address before messages are sent", consequence: .textAlone)
      ]
    }
    return [
      Finding(
        "the URL's scheme is \(url.scheme), and only https loads everywhere: Apple's App Transport Security, Android's "
          + "cleartext policy and browsers block the rest",
        remedy: SharedPage.download(ofStorageURL: url).map { "write \($0), if the bucket's rules let everyone read" },
        consequences: url.scheme == "http" && !url.isLocal ? [.web: upgraded] : [:])
    ]
  }

  /// Chrome asks for a picture of plain http by https (https://www.w3.org/TR/mixed-content/#upgrade-algorithm).
  private static let upgraded = Consequence.uncertain(
    settledBy: "whether the same address loads by https, which Chrome asks for in its place")

  static let userInfo = Rule<URLCandidate>(
    .init(
      "url.user-info", .url, .error,
      summary: "an address holds no user name and no password",
      why: "clients ignore or refuse it, and every recipient could read it",
      remedy: "remove everything before the @ and make the resource readable without credentials",
      source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
      failing: [.url("https://press:secret@static.example.com/tulips.jpg")], passing: [.picture])
  ) { candidate in
    guard candidate.parsed?.userInfo != nil else { return [] }
    return [
      Finding(
        "the URL holds a user name or password: clients ignore or refuse it, and every recipient could read it",
        consequences: [.android: .shown])
    ]
  }

  static let fragment = Rule<URLCandidate>(
    .init(
      "url.fragment", .url, .error,
      summary: "an address has no fragment",
      why:
        "it never reaches a server, and other programs that make a file name of the address take it for a part of it",
      remedy: "remove the # and what follows it", source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.5",
      failing: [.url("https://static.example.com/tulips.jpg#top")], passing: [.picture])
  ) { candidate in
    guard candidate.parsed?.fragment != nil else { return [] }
    return [
      Finding(
        "the URL ends in a fragment (#), which never reaches a server; clients ask for what stands before it",
        consequence: .shown)
    ]
  }

  static let doubleEncoding = Rule<URLCandidate>(
    .init(
      "url.double-encoding", .url, .warning,
      summary: "an address is percent-encoded once",
      why:
        "a % that was itself encoded (%252F) asks the server for another file: for a Firebase Storage address, for none",
      remedy: "write the address exactly as the server gave it, with one % before two hexadecimal digits",
      source: "https://github.com/evollu/react-native-fcm/issues/931",
      failing: [.url("https://static.example.com/o/spring%252Ftulips.jpg")],
      passing: [.url("https://static.example.com/o/spring%2Ftulips.jpg?alt=media")])
  ) { candidate in
    guard let path = candidate.parsed?.path, path.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let once = percentDecoded(path.utf8)
    guard percentDecoded(once) != once else { return [] }
    return [Finding("the URL's path looks percent-encoded twice: it asks for a name that holds a % itself")]
  }

  static let length = Rule<URLCandidate>(
    .init(
      "url.length", .url, .warning,
      summary: "an address has at most \(ClientLimit.urlBytes.value) bytes",
      why: ClientLimit.urlBytes.reason, remedy: "use a shorter address: a public one without a signature",
      source: ClientLimit.urlBytes.source,
      failing: [.url("https://static.example.com/tulips.jpg?key=" + String(repeating: "0123456789", count: 110))],
      passing: [.picture])
  ) { candidate in
    let count = candidate.text.utf8.count
    guard count > ClientLimit.urlBytes.value, candidate.parsed != nil else { return [] }
    return [Finding("the URL has \(count) bytes, and \(ClientLimit.urlBytes.reason)")]
  }

  static let port = Rule<URLCandidate>(
    .init(
      "url.port", .url, .error, platforms: [.web],
      summary: "an address's port is one that browsers connect to",
      why: "browsers connect to no server at the ports of mail, news and other protocols, whatever speaks there",
      remedy: "serve it at port 443", source: "https://fetch.spec.whatwg.org/#port-blocking",
      failing: [
        .message(#""webpush": {"notification": {"image": "https://static.example.com:6667/tulips.jpg"}}"#)
      ],
      passing: [.message(#""webpush": {"notification": {"image": "https://static.example.com:8443/tulips.jpg"}}"#)])
  ) { candidate in
    // Most name no port.
    guard candidate.platforms.contains(.web), candidate.parsed?.port != nil,
      LoadingClient.chrome.refusesPort(of: candidate.text)
    else { return [] }
    return [
      Finding(
        "the URL's port is one that browsers do not connect to, as another protocol speaks there", platforms: [.web])
    ]
  }

  private static func explanation(of error: StrictURL.SyntaxError, in text: String) -> String {
    let serverless = ["data", "blob", "file", "content", "javascript"].first { text.lowercased().hasPrefix($0 + ":") }
    if case .host = error, let serverless { return "begins with \(serverless):, which leads to no server" }
    return switch error {
    case .character(let byte, let offset):
      "holds the byte 0x\(String(byte, radix: 16)) at offset \(offset), which no URL may hold"
    case .escape(let offset): "has a % at offset \(offset) without two hexadecimal digits after it"
    case .reserved: "has a [, ] or # in its path, query or fragment"
    case .scheme: text.hasPrefix("//") ? "has no scheme: it lacks https: before the slashes" : "is relative"
    case .host: "has no usable host"
    case .port: "has a port that is not 1 to 65535"
    }
  }
}

extension RequestAddress {
  /// What follows from how a client reads a text that is no proper URL.
  fileprivate var consequence: Consequence {
    switch self {
    case .url: .shown
    case .perhaps(_, let settledBy): .uncertain(settledBy: settledBy)
    case .none: .textAlone
    }
  }
}
