import Findings

/// The bucket in a URL of the store's own: its name, its region and the prefix.
struct ServedAddress {
  let bucket: String
  /// nil if the URL has none.
  let region: String?
  /// Empty, or ends in `/`.
  let prefix: String

  /// - Parameter hosts: a pattern of the store's hosts; its first group is the bucket if the host contains it, and its second the region.
  ///   Other URLs have the bucket as the first component of the path.
  init?(_ text: String, hosts: String) {
    guard let url = try? StrictURL(text), case .name(let host) = url.host,
      let match = try? Regex(hosts).wholeMatch(in: host.lowercased())
    else { return nil }
    func group(_ number: Int) -> String? {
      match.output.indices.contains(number) ? match.output[number].substring.map(String.init) : nil
    }
    var components = url.path.split(separator: "/").map(String.init)
    guard let bucket = group(1) ?? (components.isEmpty ? nil : components.removeFirst()) else { return nil }
    (self.bucket, region) = (bucket, group(2))
    prefix = components.map { $0 + "/" }.joined()
  }

  /// The hosts of Amazon's service (https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html), and another one.
  static func amazonHosts(and endpoint: String) -> String {
    let other = if case .name(let host)? = (try? StrictURL(endpoint))?.host { host } else { "" }
    let escaped = other.map { ".[]".contains($0) ? "\\\($0)" : String($0) }.joined()
    let amazon = #"s3(?:[.-](?:dualstack\.)?([a-z]{2}-[a-z]+(?:-[a-z]+)?-[0-9]))?\.amazonaws\.com(?:\.cn)?"#
    return #"(?:(.+?)\.)?(?:"# + amazon + (escaped.isEmpty ? "" : "|" + escaped) + ")"
  }
}

extension YAMLReader {
  /// Reports a base URL that does not serve a bucket's files.
  ///
  /// - Parameters:
  ///   - region: of the bucket; nil if its store has none.
  ///   - hosts: as in `ServedAddress`.
  mutating func reportContradiction(
    of value: YAMLValue?, _ baseURL: String?, bucket: String, region: String?, prefix: String, hosts: String
  ) {
    guard let value, let baseURL else { return }
    guard let served = ServedAddress(baseURL, hosts: hosts) else {
      return reportMissingPrefix(prefix, in: baseURL, value)
    }
    guard served.bucket == bucket else { return }
    if let region, let other = served.region, other != region {
      report(
        .configurationConflict, value.subject, "the address is in the region \(other), and the bucket in \(region)",
        remedy: "write the region of the bucket in both, or delete base-url")
    } else if served.prefix != prefix {
      report(
        .configurationConflict, value.subject,
        "the files are put under the prefix \(prefix.quoted), and the address has \(served.prefix.quoted) in its place",
        remedy: "write the same in both, or delete base-url")
    }
  }

  /// Other hosts may add the prefix themselves.
  private mutating func reportMissingPrefix(_ prefix: String, in baseURL: String, _ value: YAMLValue) {
    guard !prefix.isEmpty, !baseURL.hasSuffix("/" + prefix) else { return }
    var found = Diagnostic(
      .configurationConflict, value.subject,
      "the files are put under the prefix \(prefix.quoted), and the address does not end in it",
      remedy: "write it at the end of base-url, unless the server puts it in")
    found.severity = .warning
    report(found)
  }
}
