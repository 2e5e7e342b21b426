import Findings

/// Traits of new objects in a bucket besides their bytes and type.
public struct ObjectTraits: Hashable, Sendable {
  /// An access list for reading, by S3's name for it; nil: the bucket's rules apply.
  public var acl: String?
  /// nil: the bucket's.
  public var storageClass: String?
  /// How S3 encrypts them: `AES256` or `aws:kms`; nil: the bucket's default.
  public var encryption: String?
  /// The key in the service's key management for the encryption; nil: the bucket's.
  public var encryptionKey: String?
  /// Their `Cache-Control` when served; nil: immutable.
  public var cacheControl: String?
  /// Names and values, in the order of the file.
  public var tags: [ObjectTag] = []

  public init() {}
}

/// Finds objects for a bucket's owner, and selects them for its rules.
public struct ObjectTag: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    (self.name, self.value) = (name, value)
  }
}

extension YAMLType<String> {
  /// The lists with which only the owner can write (https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl).
  static var cannedACL: YAMLType {
    names(["public-read", "authenticated-read", "bucket-owner-read", "bucket-owner-full-control", "private"])
  }

  /// Classes that serve objects at once (https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html): archives in
  /// `GLACIER` or `DEEP_ARCHIVE` must be restored before clients can load them.
  static var s3StorageClass: YAMLType {
    names(["STANDARD", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER_IR", "REDUCED_REDUNDANCY"])
  }

  /// All serve at once (https://cloud.google.com/storage/docs/storage-classes).
  static var googleStorageClass: YAMLType { names(["STANDARD", "NEARLINE", "COLDLINE", "ARCHIVE"]) }

  static var s3Encryption: YAMLType { names(["AES256", "aws:kms"]) }

  private static func names(_ names: [String]) -> YAMLType { .choice(names.map { ($0, $0) }) }

  /// By its identifier, its ARN, or an alias (https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#key-id). It becomes a
  /// header field's value.
  static var amazonKey: YAMLType {
    .text(
      matching: "^(arn:[a-z0-9-]+:kms:[a-z0-9-]+:[0-9]+:(key|alias)/|alias/)?[A-Za-z0-9/_-]{1,256}$",
      refusal: "is no key of AWS KMS", remedy: "write its identifier, its ARN or an alias, as in alias/pictures")
  }

  static var googleKey: YAMLType {
    .text(
      matching: "^projects/[a-z0-9:.-]+/locations/[a-z0-9-]+/keyRings/[A-Za-z0-9_-]+/cryptoKeys/[A-Za-z0-9_-]+$",
      refusal: "is no key of Cloud KMS",
      remedy: "write its whole name, as in projects/my-project/locations/eu/keyRings/push/cryptoKeys/pictures")
  }

  /// It becomes a header field.
  static var cacheControl: YAMLType {
    .text(
      matching: "^[A-Za-z][A-Za-z0-9=\" ,_-]{0,254}$", refusal: "cannot be a Cache-Control",
      remedy: "write its directives, as in public, max-age=86400")
  }
}

extension YAMLType<[ObjectTag]> {
  /// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
  static var objectTags: YAMLType {
    // Letters of all scripts, without the classes that some schema engines do not know.
    let character = "[^\\u0000-\\u001F!-*,;<>?\\[-^`{-\\u007F]"
    let schema = JSONSchema.map(JSONSchema.name("^\(character){1,256}$"), names: "^\(character){1,128}$")
      .merging(["maxProperties": 10])
    return YAMLType(schema) { value, reader in
      guard case .mapping(let members) = value.content, members.count <= 10 else {
        return reader.fail(
          .configurationValue, value.subject, "these are no tags, of which an object may have ten",
          remedy: "write them as {campaign: spring}")
      }
      return members.compactMap { reader.tag($0) }
    }
  }
}

extension YAMLReader {
  fileprivate mutating func tag(_ member: YAMLValue.Member) -> ObjectTag? {
    guard let name = name(of: member), let value = string(member.value) else { return nil }
    guard name.isTag(atMost: 128), value.isTag(atMost: 256), !name.lowercased().hasPrefix("aws:") else {
      return fail(
        .configurationValue, member.place, "\(name.quoted) with \(value.quoted) is no tag of an object",
        remedy: "write letters, digits, spaces and +-=._:/@, at most 128 and 256 of them; names do not begin with aws:")
    }
    return ObjectTag(name: name, value: value)
  }
}

extension String {
  fileprivate func isTag(atMost count: Int) -> Bool {
    (1...count).contains(unicodeScalars.count) && allSatisfy { $0.isLetter || $0.isNumber || " +-=._:/@".contains($0) }
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
  /// Reports a base URL that does not serve a bucket's files. `region`: of the bucket; nil if its store has none. `hosts`: as in
  /// `ServedAddress`.
  mutating func reportContradiction(
    of value: YAMLValue?, _ baseURL: String?, bucket: String, region: String?, prefix: String, hosts: String
  ) {
    guard let value, let baseURL else { return }
    guard let served = ServedAddress(baseURL, hosts: hosts) else {
      return reportMissingPrefix(prefix, in: baseURL, value)
    }
    guard served.bucket.replacing("%24", with: "$") == bucket else {
      return reportOtherBucket(served.bucket, bucket, value)
    }
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

  /// The store may copy the files there.
  private mutating func reportOtherBucket(_ other: String, _ bucket: String, _ value: YAMLValue) {
    report(
      .configurationConflict, value.subject,
      "the address is that of \(other.quoted), and the files are put into \(bucket.quoted)", severity: .warning,
      remedy: "write the same in both, unless the store copies the files")
  }

  /// Other hosts may add the prefix themselves.
  private mutating func reportMissingPrefix(_ prefix: String, in baseURL: String, _ value: YAMLValue) {
    guard !prefix.isEmpty, !baseURL.hasSuffix("/" + prefix) else { return }
    report(
      .configurationConflict, value.subject,
      "the files are put under the prefix \(prefix.quoted), and the address does not end in it", severity: .warning,
      remedy: "write it at the end of base-url, unless the server puts it in")
  }
}
