import Findings

/// The values of keys that buckets have.
extension YAMLType<String> {
  /// Scheme and host; https, or http on this machine or a private network.
  static var endpoint: YAMLType {
    YAMLType(JSONSchema.form("^https?://[^/]+/?$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      guard let url = try? StrictURL(text), ["https", "http"].contains(url.scheme), url.userInfo == nil,
        url.path.count <= 1, url.query == nil, url.fragment == nil
      else {
        return reader.fail(
          .configurationValue, value.subject, "\(text.maskingSecrets.quoted) is no scheme and host of a service",
          remedy: "write both alone, as in https://storage.example.com, without what lies there")
      }
      guard url.scheme == "https" || url.host.isPrivate else {
        return reader.fail(
          .configurationValue, value.subject,
          "\(text.quoted) is plain http, so the pictures could be changed on the way", remedy: "write https://")
      }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }

  /// One word, because it is part of Amazon's host names. Other services have regions such as `auto` and `RegionOne`.
  static var region: YAMLType {
    .text(
      matching: "^[A-Za-z0-9-]{1,40}$", refusal: "is no name of a region",
      remedy: "write it as in eu-west-1; services that have none take auto or us-east-1")
  }

  /// 3 to 222 lower-case letters, digits, dots, hyphens and underscores: valid for S3 and Cloud Storage.
  static var bucket: YAMLType {
    .text(
      matching: "^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$", refusal: "is no name of a bucket",
      remedy: "write its name alone: lower-case letters, digits, dots and hyphens")
  }

  /// The beginning of objects' names, ending in a slash.
  static var objectPrefix: YAMLType {
    YAMLType(JSONSchema.name("^[A-Za-z0-9._~/-]+$")) { value, reader in
      guard let text = reader.path(value) else { return nil }
      let components = text.split(separator: "/", omittingEmptySubsequences: false)
      let isPlain = components.dropLast().allSatisfy { !["", ".", ".."].contains($0) } && text.utf8.count <= 700
      guard isPlain, text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "/") }) else {
        return reader.fail(
          .configurationValue, value.subject, "\(text.quoted) is no prefix of objects' names",
          remedy: "write components of letters, digits and -._~, as in spring/sale/")
      }
      return text.hasSuffix("/") ? text : text + "/"
    }
  }

  /// The lists with which only the owner can write (https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl).
  static var cannedACL: YAMLType {
    let names = ["public-read", "authenticated-read", "bucket-owner-read", "bucket-owner-full-control", "private"]
    return .choice(names.map { ($0, $0) })
  }

  /// It becomes a header field.
  static var cacheControl: YAMLType {
    .text(
      matching: "^[A-Za-z][A-Za-z0-9=\" ,_-]{0,254}$", refusal: "cannot be a Cache-Control",
      remedy: "write its directives, as in public, max-age=86400")
  }
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
      return report(
        .configurationConflict, value.subject,
        "the files are put under the prefix \(prefix.quoted), and the address does not end in it", severity: .warning,
        remedy: "write it at the end of base-url, unless the server puts it in")
    }
    let isOtherBucket = served.bucket.replacing("%24", with: "$") != bucket
    let other = region == nil ? nil : served.region
    guard isOtherBucket || served.prefix != prefix || other ?? region != region else { return }
    let there = [served.bucket + "/" + served.prefix] + [other].compactMap(\.self)
    let here = ["\(bucket)/\(prefix)"] + [region].compactMap(\.self)
    // The store may copy the files to another bucket.
    report(
      .configurationConflict, value.subject,
      "the address serves \(there.joined(separator: " in ")), and the files are put into \(here.joined(separator: " in "))",
      severity: isOtherBucket ? .warning : .error,
      remedy: "write the same bucket, region and prefix in both, or delete base-url")
  }
}
