import Findings

extension URLRules {
  static let privateHost = Rule<URLCandidate>("url.private-host") { candidate in
    guard let url = candidate.parsed else { return [] }
    if let ending = slip(in: url.host) {
      return [
        Finding(
          "the URL's host ends in .\(ending[0]), where no server can be", remedy: "write .\(ending[1]) if that is meant")
      ]
    }
    guard url.host.isPrivate else { return [] }
    // In a trial, the finding about plain http also says this.
    guard url.scheme == "https" || url.scheme == "http" && !candidate.isTrial else { return [] }
    return [
      Finding(
        "the URL leads to this machine or a private network, where no phone can load it",
        severity: candidate.isTrial ? .warning : .error)
    ]
  }

  private static let slips = WordTable.addresses.rows("slip")

  /// The end of a host that is a typing error, and the right one.
  private static func slip(in host: URLHost) -> [String]? {
    guard case .name(let name) = host, let end = name.lowercased().split(separator: ".").last else { return nil }
    return slips.first { $0[0] == end }
  }

  static let reservedHost = Rule<URLCandidate>("url.reserved-host") { candidate in
    guard let host = candidate.parsed?.host, host.isReserved, !host.isPrivate else { return [] }
    return [Finding("the URL leads to a name that is reserved for documents and tests, so nothing can be loaded")]
  }

  static let certificate = Rule<URLCandidate>("url.certificate") { candidate in
    guard let url = candidate.parsed, url.scheme == "https", case .name(let host) = url.host else { return [] }
    let labels = host.lowercased().split(separator: ".")
    if labels.contains(where: { $0.hasPrefix("s3-website") }), labels.contains("amazonaws") {
      return [Finding("the URL leads to a website host of Amazon S3, which does not answer https")]
    }
    guard let store = storesOfOneName.first(where: { isBehindDots(labels, $0) }) else { return [] }
    return [
      Finding(
        "the URL's host has dots before \(store.joined(separator: ".")), for which no certificate fits: clients break off the "
          + "connection")
    ]
  }

  /// Hosts whose certificate fits one name before them, without dots; `*` is any name, and `s3-*` any with that prefix.
  private static let storesOfOneName = [
    "s3.amazonaws.com", "s3.*.amazonaws.com", "s3-*.amazonaws.com", "s3.dualstack.*.amazonaws.com",
    "s3.*.amazonaws.com.cn", "storage.googleapis.com", "*.digitaloceanspaces.com", "s3.*.backblazeb2.com",
    "s3.*.wasabisys.com", "s3.wasabisys.com", "*.linodeobjects.com", "github.io", "netlify.app", "vercel.app",
    "web.app",
    "firebaseapp.com", "cloudfront.net", "b-cdn.net", "imgix.net", "kxcdn.com",
  ].map { $0.split(separator: ".") }

  /// Whether a host has several names before a store's.
  private static func isBehindDots(_ labels: [Substring], _ store: [Substring]) -> Bool {
    guard labels.count > store.count + 1 else { return false }
    return zip(labels.suffix(store.count), store).allSatisfy { label, pattern in
      pattern == "*" ? label != "cdn" : label == pattern || pattern == "s3-*" && label.hasPrefix("s3-")
    }
  }

  static let adminSDK = Rule<URLCandidate>("url.admin-sdk") { candidate in
    guard let what = candidate.parsed.flatMap(refusedByAdminSDK) else { return [] }
    return [Finding("the URL has \(what): FCM takes it, but Firebase's Admin SDKs refuse to send it")]
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
