import Findings

extension URLRules {
  static let privateHost = Rule<URLCandidate>(
    .init(
      "url.private-host", .url, .error,
      summary: "an address leads to a host that every phone can reach",
      why: "this machine, private networks and names without a dot exist for nobody else",
      remedy: "publish the file where the public can load it",
      source: "https://www.iana.org/assignments/iana-ipv4-special-registry/",
      failing: [.url("https://192.168.1.20/tulips.jpg"), .url("https://localhost/tulips.jpg")],
      passing: [.picture])
  ) { candidate in
    guard let url = candidate.parsed, url.host.isPrivate else { return [] }
    // In a trial, what is wrong with plain http says this, too.
    guard url.scheme == "https" || url.scheme == "http" && !candidate.isTrial else { return [] }
    return [
      Finding(
        "the URL leads to this machine or a private network, where no phone can load it",
        severity: candidate.isTrial ? .warning : .error)
    ]
  }

  static let reservedHost = Rule<URLCandidate>(
    .init(
      "url.reserved-host", .url, .error,
      summary: "an address is one's own, and none of a template or a sample",
      why: "names such as example.com are reserved for documents and tests, and nothing can be loaded from them",
      remedy: "write the address where the file is published, or say that it is a trial: `--trial`",
      source: "https://www.rfc-editor.org/rfc/rfc2606",
      failing: [.url("https://static.example.com/tulips.jpg"), .url("https://cdn.shop.test/tulips.jpg")],
      passing: [.url("https://www.iana.org/tulips.jpg")])
  ) { candidate in
    guard let host = candidate.parsed?.host, host.isReserved, !host.isPrivate else { return [] }
    return [Finding("the URL leads to a name that is reserved for documents and tests, so nothing can be loaded")]
  }

  static let adminSDK = Rule<URLCandidate>(
    .init(
      "url.admin-sdk", .url, .warning,
      summary: "an address passes the Admin SDKs' own check",
      why:
        "FCM takes it, but the Admin SDKs refuse to send it: their check knows no // and no & in a path and no _ in a "
        + "host",
      remedy: "publish under an address without it if messages are sent with an Admin SDK",
      source: "https://github.com/firebase/firebase-admin-node/issues/1213",
      failing: [
        .url("https://static.example.com//tulips.jpg"), .url("https://static_1.example.com/tulips.jpg"),
      ],
      passing: [.picture])
  ) { candidate in
    guard let what = candidate.parsed.flatMap(refusedByAdminSDK) else { return [] }
    return [Finding("the URL has \(what): FCM takes it, but Firebase's Admin SDKs refuse to send it")]
  }

  /// What `isURL` of the Admin SDKs refuses although RFC 3986 permits it (firebase-admin-node, utils/validator.ts).
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
  /// Whether it exists only for some: this machine, a private network, a name of one's own.
  package var isPrivate: Bool {
    switch self {
    case .name(let name):
      isLoopback || !name.utf8.contains(UInt8(ascii: "."))
        || [".local", ".internal", ".localhost", ".lan", ".home.arpa"].contains(where: name.lowercased().hasSuffix)
    case .ipv4, .ipv6: address?.isPublic != true
    }
  }
}
