import Findings

extension YAMLType<String> {
  /// Scheme and host; https, or http on this machine or a private network.
  static var endpoint: YAMLType {
    YAMLType(JSONSchema.form("^https?://[^/]+/?$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      guard let url = try? StrictURL(text), ["https", "http"].contains(url.scheme), url.userInfo == nil,
        url.path.count <= 1, url.query == nil, url.fragment == nil
      else {
        return reader.fail(.setting("endpoint", text.maskingSecrets.quoted), value.subject)
      }
      guard url.scheme == "https" || url.host.isPrivate else {
        return reader.fail(.setting("plainHTTP", text.quoted), value.subject)
      }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }

  /// One word, because it is part of Amazon's host names. Other services have regions such as `auto` and `RegionOne`.
  static var region: YAMLType { .text("region", matching: "^[A-Za-z0-9-]{1,40}$") }

  /// 3 to 222 lower-case letters, digits, dots, hyphens and underscores: valid for S3 and Cloud Storage.
  static var bucket: YAMLType { .text("bucket", matching: "^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$") }

  /// The beginning of objects' names, ending in a slash.
  static var objectPrefix: YAMLType {
    YAMLType(JSONSchema.name("^[A-Za-z0-9._~/-]+$")) { value, reader in
      guard let text = reader.path(value) else { return nil }
      let components = text.split(separator: "/", omittingEmptySubsequences: false)
      let isPlain = components.dropLast().allSatisfy { !["", ".", ".."].contains($0) } && text.utf8.count <= 700
      guard isPlain, text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "/") }) else {
        return reader.fail(.setting("prefix", text.quoted), value.subject)
      }
      return text.hasSuffix("/") ? text : text + "/"
    }
  }

  /// It becomes a header field.
  static var cacheControl: YAMLType { .text("cacheControl", matching: "^[A-Za-z][A-Za-z0-9=\" ,_-]{0,254}$") }
}

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
  /// Reports a base URL that does not serve a bucket's files. `region`: of the bucket; nil if its store has none. `hosts`:
  /// as in `ServedAddress`.
  mutating func reportContradiction(
    of value: YAMLValue?, _ baseURL: String?, bucket: String, region: String?, prefix: String, hosts: String
  ) {
    guard let value, let baseURL else { return }
    guard let served = ServedAddress(baseURL, hosts: hosts) else {
      // Another host may put the prefix in by itself.
      guard !prefix.isEmpty, !baseURL.hasSuffix("/" + prefix) else { return }
      return report(.setting("otherPrefix", prefix.quoted), value.subject, severity: .warning)
    }
    let isOtherBucket = served.bucket.replacing("%24", with: "$") != bucket
    let other = region == nil ? nil : served.region
    guard isOtherBucket || served.prefix != prefix || other ?? region != region else { return }
    let there = [served.bucket + "/" + served.prefix] + [other].compactMap(\.self)
    let here = ["\(bucket)/\(prefix)"] + [region].compactMap(\.self)
    // The store may copy the files to another bucket.
    report(
      .setting("otherBucket", there.joined(separator: " in "), here.joined(separator: " in ")), value.subject,
      severity: isOtherBucket ? .warning : .error)
  }
}
