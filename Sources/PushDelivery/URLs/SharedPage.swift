import Findings
import MediaFacts

/// A page about a file, or data about it, at a URL that people take for the file's own.
///
/// Recognised only by the URL, from the table texts/addresses.txt. If the file's own URL follows from it, that is also known.
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
    let hosts = [host] + ["www.", "m.", "mobile."].filter(host.hasPrefix).map { String(host.dropFirst($0.count)) }
    guard let found = Self.page(of: url, host, hosts) ?? Self.site(of: url, hosts) else { return nil }
    self = found
  }

  private init(_ kind: String, file: String? = nil, if condition: String? = nil) {
    (self.kind, self.file, self.condition) = (kind, file, condition)
  }

  /// The download URL of `gs://bucket/path`; nil for any other URL.
  static func download(ofStorageURL url: StrictURL) -> String? {
    guard url.scheme == "gs", case .name(let bucket) = url.host, url.path.count > 1 else { return nil }
    return FirebaseDownload.address(
      host: FirebaseDownload.productionHost, bucket: bucket, object: String(url.path.dropFirst()), query: "alt=media")
  }
}

// Pages whose URLs have a form.
extension SharedPage {
  private struct Form: Sendable {
    let hosts: [Substring]
    /// A regular expression of the path and the query.
    let target: String
    /// The page, the file's URL with holes, and a condition.
    let words: [Substring]

    init(_ row: [String]) {
      (hosts, target, words) = (row[0].split(separator: ","), row[1], row[2].split(separator: " | "))
    }

    func isOf(_ host: String, _ names: [String]) -> Bool {
      hosts.contains { $0.hasPrefix("*.") ? host.hasSuffix($0.dropFirst()) : names.contains(String($0)) }
    }
  }

  private static let forms = WordTable.addresses.rows("page", most: 3).map(Form.init)
  private static let hosts = Set(forms.flatMap { $0.hosts.map(String.init) })
  /// Most checks need none, and reading them takes longer than the rest.
  private nonisolated(unsafe) static let targets = forms.map { try? Regex($0.target) }

  private static func page(of url: StrictURL, _ host: String, _ names: [String]) -> SharedPage? {
    let domain = "*." + host.split(separator: ".").suffix(2).joined(separator: ".")
    guard (names + [domain]).contains(where: hosts.contains) else { return nil }
    let own = forms.indices.filter { forms[$0].isOf(host, names) }
    let target = "\(url.path)\(url.query.map { "?\($0)" } ?? "")"
    return own.lazy.compactMap { index in
      guard let match = targets[index].flatMap({ target.wholeMatch(of: $0) }) else { return nil }
      let words = forms[index].words.map(String.init)
      let file = words.count > 1 ? filled(words[1], with: match.output, url, host) : nil
      return SharedPage(words[0], file: file, if: words.count > 2 ? words[2] : nil)
    }.first
  }

  private static func filled(
    _ template: String, with parts: AnyRegexOutput, _ url: StrictURL, _ host: String
  ) -> String {
    var text = template.replacing("{host}", with: host)
    for (index, part) in parts.enumerated().dropFirst() {
      let part = part.substring ?? ""
      text = text.replacing("{\(index)}", with: part).replacing("{\(index)/}", with: part.replacing("/", with: "%2F"))
    }
    return text.replacing(/\{-(.*)\}/) { hole in
      let names = hole.1.split(separator: ",")
      return (url.query ?? "").split(separator: "&").filter { pair in !names.contains(pair.prefix { $0 != "=" }) }
        .map { "&" + $0 }.joined()
    }
  }
}

// Sites whose URLs are pages for people, and whose files are on other hosts.
extension SharedPage {
  /// The page of a site at URLs that do not give the file's own: not at one with the extension of a picture or video.
  private static func site(of url: StrictURL, _ hosts: [String]) -> SharedPage? {
    guard url.path.count > 1, url.pathExtension.map({ MediaFormat.withExtension($0).isEmpty }) ?? true,
      let site = hosts.lazy.compactMap({ sites[$0] }).first,
      site.paths.isEmpty || site.paths.contains(where: url.path.contains)
    else { return nil }
    return SharedPage("a page of \(site.name)")
  }

  /// By host: parts of the path of such a page, and the site's name. Without parts, every path is one.
  private static let sites = Dictionary(
    uniqueKeysWithValues: WordTable.addresses.rows("site", most: 3).map { row in
      (row[0], (paths: row[1] == "-" ? [] : row[1].split(separator: ",").map(String.init), name: row[2]))
    })
}
