import Findings

/// A page about a file, or data about it, at a URL that people take for the file's own.
///
/// Recognised only by the URL. If the file's own URL follows from it, that is also known.
struct SharedPage: Hashable, Sendable {
  /// The URL's target: `a page of GitHub`.
  let kind: String
  /// The URL of the file; nil if unknown.
  let file: String?
  /// The condition for that URL: `if the file is shared with everyone`; nil if none.
  let condition: String?

  /// nil for a URL that is not known as such a page.
  init?(_ url: StrictURL) {
    guard case .name(let name) = url.host else { return nil }
    let host = name.lowercased()
    let found = Self.servicesByHost[host]?.lazy.compactMap { $0.page(Address(url)) }.first
    guard let found = found ?? Self.wikiPage(of: url, host: host) ?? Self.site(of: url, host: host) else { return nil }
    self = found
  }

  init(_ kind: String, file: String?, if condition: String? = nil) {
    self.kind = kind
    self.file = file
    self.condition = condition
  }

  /// The download URL of `gs://bucket/path`; nil for any other URL.
  static func download(ofStorageURL url: StrictURL) -> String? {
    guard url.scheme == "gs", case .name(let bucket) = url.host, url.path.count > 1 else { return nil }
    return FirebaseDownload.address(
      host: FirebaseDownload.productionHost, bucket: bucket, object: String(url.path.dropFirst()), query: "alt=media")
  }
}

/// A URL, split as services build theirs.
private struct Address {
  let url: StrictURL
  /// The parts between the slashes of the path, still escaped.
  let parts: [String]
  /// The pairs of the query, in their order.
  let query: [(name: String, value: String)]

  init(_ url: StrictURL) {
    self.url = url
    parts = url.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    query = (url.query ?? "").split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count == 2 ? String(halves[1]) : "")
    }
  }

  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  func path(from index: Int) -> String { parts.dropFirst(index).joined(separator: "/") }
}

extension SharedPage {
  /// The targets of one service's URLs.
  fileprivate struct Service: Sendable {
    /// Without `www.`.
    let hosts: [String]
    let page: @Sendable (Address) -> SharedPage?
  }

  /// Sources: https://firebase.google.com/docs/storage/web/download-files,
  /// https://docs.github.com/en/repositories/working-with-files/using-files/viewing-and-understanding-files,
  /// https://help.dropbox.com/share/force-download, https://cloud.google.com/storage/docs/request-endpoints.
  fileprivate static let services = [
    Service(hosts: ["firebasestorage.googleapis.com"], page: firebaseObject),
    Service(hosts: ["github.com"]) { address in
      guard address.parts.count > 4, address.parts[2] == "blob", address.value("raw") == nil else { return nil }
      let place = (address.parts.prefix(2) + address.parts.dropFirst(3)).joined(separator: "/")
      return SharedPage(
        "a page of GitHub", file: "https://raw.githubusercontent.com/" + place, if: "if the repository is public")
    },
    Service(hosts: ["gist.github.com"]) { address in
      address.parts.contains("raw") ? nil : SharedPage("a page of GitHub", file: nil)
    },
    Service(hosts: ["gitlab.com"]) { address in
      guard let dash = address.parts.firstIndex(of: "-"), address.parts.dropFirst(dash + 1).first == "blob" else {
        return nil
      }
      let place = address.parts.prefix(dash + 1) + ["raw"] + address.parts.dropFirst(dash + 2)
      return SharedPage("a page of GitLab", file: "https://gitlab.com/" + place.joined(separator: "/"))
    },
    Service(hosts: ["bitbucket.org"]) { address in
      guard address.parts.count > 4, address.parts[2] == "src" else { return nil }
      let place = address.parts.prefix(2) + ["raw"] + address.parts.dropFirst(3)
      return SharedPage("a page of Bitbucket", file: "https://bitbucket.org/" + place.joined(separator: "/"))
    },
    Service(hosts: ["dropbox.com"], page: dropboxFile),
    Service(hosts: ["drive.google.com", "docs.google.com"], page: driveFile),
    Service(hosts: ["storage.cloud.google.com"]) { address in
      SharedPage(
        "a page that asks to sign in", file: "https://storage.googleapis.com/" + address.path(from: 0),
        if: "if everyone may read the object")
    },
    Service(hosts: ["console.cloud.google.com", "console.firebase.google.com"], page: consoleObject),
    Service(hosts: ["s3.console.aws.amazon.com", "console.aws.amazon.com"]) { address in
      guard address.parts.count >= 3, address.parts[0] == "s3", address.parts[1] == "object" else {
        return SharedPage("a page of the console of AWS", file: nil)
      }
      return SharedPage(
        "a page of the console of AWS",
        file: address.value("prefix").map { "https://\(address.parts[2]).s3.amazonaws.com/\($0)" },
        if: "if everyone may read the object")
    },
    Service(hosts: ["imgur.com"]) { address in
      guard address.parts.count == 1, let name = address.parts.first, !name.isEmpty, !name.contains(".") else {
        return address.parts.first == "a" || address.parts.first == "gallery"
          ? SharedPage("a page of Imgur", file: nil) : nil
      }
      return SharedPage("a page of Imgur", file: "https://i.imgur.com/\(name).jpg")
    },
    Service(hosts: ["onedrive.live.com", "1drv.ms", "app.box.com", "icloud.com", "unsplash.com", "flickr.com"]) {
      address in
      let isFile = ["/download", "/content"].contains { address.url.path.contains($0) }
      return isFile ? nil : SharedPage("a page about the file", file: nil)
    },
  ]

  /// The services of each host, also after `www.`, in their order.
  fileprivate static let servicesByHost = services.reduce(into: [String: [Service]]()) { services, service in
    for host in service.hosts.flatMap({ [$0, "www." + $0] }) { services[host, default: []].append(service) }
  }

  /// An object's name is one part of the path, and without `alt=media` the URL gives data about it.
  @Sendable private static func firebaseObject(_ address: Address) -> SharedPage? {
    guard address.parts.count > 4, address.parts[0] == "v0", address.parts[1] == "b", address.parts[3] == "o" else {
      return nil
    }
    let isPlain = address.parts.count > 5
    let hasMedia = address.query.contains { ($0.name == "alt" || $0.name == "amp;alt") && $0.value == "media" }
    guard isPlain || !hasMedia else { return nil }
    let rest = address.query.filter { $0.name != "alt" }.map { "\($0.name)=\($0.value)" }
    let object = address.parts.dropFirst(4).joined(separator: "%2F")
    return SharedPage(
      isPlain
        ? "an object of Firebase Storage whose name is not escaped, which is answered with 404"
        : "data about an object of Firebase Storage",
      file: "https://\(address.url.hostText)/v0/b/\(address.parts[2])/o/\(object)?"
        + (["alt=media"] + rest).joined(separator: "&"))
  }

  @Sendable private static func dropboxFile(_ address: Address) -> SharedPage? {
    guard ["s", "scl", "sh"].contains(address.parts.first), address.value("raw") != "1", address.value("dl") != "1"
    else { return nil }
    let rest = address.query.filter { $0.name != "dl" && $0.name != "raw" }.map { "\($0.name)=\($0.value)" }
    return SharedPage(
      "a page of Dropbox",
      file: "https://www.dropbox.com\(address.url.path)?" + (rest + ["raw=1"]).joined(separator: "&"))
  }

  @Sendable private static func driveFile(_ address: Address) -> SharedPage? {
    let isFile = address.parts.count > 2 && address.parts[0] == "file" && address.parts[1] == "d"
    let id =
      isFile ? address.parts[2] : ["open", "folderview"].contains(address.parts.first) ? address.value("id") : nil
    let isDocument = ["document", "spreadsheets", "presentation", "drive", "folders"].contains(address.parts.first)
    guard id != nil || isDocument else { return nil }
    return SharedPage(
      "a page of Google Drive", file: id.map { "https://drive.google.com/uc?export=download&id=\($0)" },
      if:
        "if the file is shared with everyone; Drive refuses many downloads of one file, so that a host of your own is better"
    )
  }

  @Sendable private static func consoleObject(_ address: Address) -> SharedPage? {
    // storage/browser/_details/BUCKET/OBJECT;tab=live_object
    guard address.parts.count > 4, address.parts.prefix(3) == ["storage", "browser", "_details"] else {
      return SharedPage("a page of Google's console", file: nil)
    }
    let object = address.path(from: 3).prefix { $0 != ";" }
    return SharedPage(
      "a page of Google's console", file: "https://storage.googleapis.com/\(object)",
      if: "if everyone may read the object")
  }
}

extension StrictURL {
  /// The host and the port, as written.
  fileprivate var hostText: Substring {
    text.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
  }
}

extension URLRules {
  static let page = Rule<URLCandidate>("url.page") { candidate in
    guard let page = candidate.page else { return [] }
    return .one(
      "the URL leads to \(page.kind), and to no picture",
      remedy: page.file.map { "write \($0)" + (page.condition.map { ", \($0)" } ?? "") })
  }

  static let escapedAmpersand = Rule<URLCandidate>("url.html-escape") { candidate in
    // The number sign of `&#38;` begins a fragment.
    guard let url = candidate.parsed, candidate.text.utf8.contains(UInt8(ascii: ";")), url.query != nil,
      let entity = ampersands.first(where: candidate.text.contains)
    else { return [] }
    let needed = ["token=", "alt=", "signature=", "sig=", "x-amz-", "x-goog-", "expires=", "key="]
    let isNeeded = needed.contains { candidate.text.lowercased().contains(entity + $0) }
    return .one(
      "the URL has \(entity) in its query, as if it stood in a page", severity: isNeeded ? .error : .warning,
      remedy: "write \(candidate.text.replacing(entity, with: "&"))")
  }

  private static let ampersands = ["&amp;", "&#038;", "&#38;", "&#x26;"]
}
