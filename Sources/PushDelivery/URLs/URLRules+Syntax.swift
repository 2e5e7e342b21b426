import Findings

extension AddressRules {
  static let syntax = Rule<AddressText>(
    .init(
      "url.syntax", .address, .error,
      summary: "an address is an absolute URL in the ASCII characters of RFC 3986",
      why:
        "clients repair, escape or refuse any other, each in its own way: iOS before 17 shows text alone, later ones "
        + "escape what is escaped already",
      remedy: "write an absolute URL in ASCII such as https://host/path, with percent-encoding for everything else",
      source: "https://www.rfc-editor.org/rfc/rfc3986",
      failing: [
        .address("https://static.example.com/spring tulips.jpg"), .address("tulips.jpg"),
        .address("https://static.example.com/größe.jpg"),
      ],
      passing: [.picture])
  ) { address in
    guard case .failure(let problem) = address.url, !(address.isRelative && address.platforms == [.web]) else {
      return []
    }
    let explanation = address.text.isEmpty ? "is empty" : explanation(of: problem)
    return [
      Finding(
        "the URL \(explanation); clients repair or refuse such a URL each in its own way (RFC 3986)")
    ]
  }

  static let relative = Rule<AddressText>(
    .init(
      "url.relative", .address, .warning, platforms: [.web],
      summary: "an address is absolute",
      why: "browsers complete a relative one with the service worker's own address; no other client can",
      remedy: "write the whole URL if the address is ever to be used for another client",
      source: "https://github.com/firebase/quickstart-js/issues/356",
      failing: [.message(#""webpush": {"notification": {"image": "/pictures/tulips.jpg"}}"#)],
      passing: [.picture])
  ) { address in
    guard address.isRelative, address.platforms == [.web] else { return [] }
    return [Finding("the URL is relative: it works in browsers alone, and from this site's service worker alone")]
  }

  static let scheme = Rule<AddressText>(
    .init(
      "url.scheme", .address, .error,
      summary: "an address begins with https://",
      why: "Apple's App Transport Security, Android's cleartext policy and browsers' mixed-content rule block the rest",
      remedy: "serve it over https and write the URL with https://",
      source: "https://developer.android.com/privacy-and-security/security-config",
      failing: [.address("http://static.example.com/tulips.jpg")], passing: [.picture])
  ) { address in
    guard let url = address.parsed, url.scheme != "https" else { return [] }
    if address.isTrial, url.scheme == "http", url.isLocal {
      return [
        Finding(
          "the URL is plain http on this machine: good for a trial, but no phone can load it", severity: .warning,
          remedy: "use a public https address before messages are sent")
      ]
    }
    return [
      Finding(
        "the URL's scheme is \(url.scheme), and only https loads everywhere: Apple's App Transport Security, Android's "
          + "cleartext policy and browsers block the rest")
    ]
  }

  static let userInfo = Rule<AddressText>(
    .init(
      "url.user-info", .address, .error,
      summary: "an address holds no user name and no password",
      why: "clients ignore or refuse it, and every recipient could read it",
      remedy: "remove everything before the @ and make the resource readable without credentials",
      source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
      failing: [.address("https://press:secret@static.example.com/tulips.jpg")], passing: [.picture])
  ) { address in
    guard address.parsed?.userInfo != nil else { return [] }
    return [
      Finding(
        "the URL holds a user name or password: clients ignore or refuse it, and every recipient could read it")
    ]
  }

  static let fragment = Rule<AddressText>(
    .init(
      "url.fragment", .address, .error,
      summary: "an address has no fragment",
      why: "it never reaches a server and spoils the file name that clients make of the address",
      remedy: "remove the # and what follows it", source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.5",
      failing: [.address("https://static.example.com/tulips.jpg#top")], passing: [.picture])
  ) { address in
    guard address.parsed?.fragment != nil else { return [] }
    return [
      Finding(
        "the URL ends in a fragment (#), which never reaches a server and spoils the file name that clients make of it")
    ]
  }

  static let doubleEncoding = Rule<AddressText>(
    .init(
      "url.double-encoding", .address, .warning,
      summary: "an address is percent-encoded once",
      why:
        "a % that was itself encoded (%252F) asks the server for another file: for a Firebase Storage address, for none",
      remedy: "write the address exactly as the server gave it, with one % before two hexadecimal digits",
      source: "https://github.com/evollu/react-native-fcm/issues/931",
      failing: [.address("https://static.example.com/o/spring%252Ftulips.jpg")],
      passing: [.address("https://static.example.com/o/spring%2Ftulips.jpg?alt=media")])
  ) { address in
    guard let path = address.parsed?.path, path.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let once = percentDecoded(path.utf8)
    guard percentDecoded(once) != once else { return [] }
    return [Finding("the URL's path looks percent-encoded twice: it asks for a name that holds a % itself")]
  }

  static let length = Rule<AddressText>(
    .init(
      "url.length", .address, .warning,
      summary: "an address has at most \(ClientLimit.addressBytes.value) bytes",
      why: ClientLimit.addressBytes.reason, remedy: "use a shorter address: a public one without a signature",
      source: ClientLimit.addressBytes.source,
      failing: [.address("https://static.example.com/tulips.jpg?key=" + String(repeating: "0123456789", count: 110))],
      passing: [.picture])
  ) { address in
    let count = address.text.utf8.count
    guard count > ClientLimit.addressBytes.value, address.parsed != nil else { return [] }
    return [Finding("the URL has \(count) bytes, and \(ClientLimit.addressBytes.reason)")]
  }

  private static func explanation(of problem: StrictURL.Problem) -> String {
    switch problem {
    case .character(let byte, let offset):
      "holds the byte 0x\(String(byte, radix: 16)) at offset \(offset), which no URL may hold"
    case .escape(let offset): "has a % at offset \(offset) without two hexadecimal digits after it"
    case .reserved: "has a [, ] or # in its path, query or fragment"
    case .scheme: "is relative"
    case .host: "has no usable host"
    case .port: "has a port that is not 1 to 65535"
    }
  }
}
