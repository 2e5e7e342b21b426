import Findings

/// A bucket of Amazon S3, or of a server with its interface.
public struct S3Bucket: DestinationPlace {
  /// Scheme and host of the service, without a slash at its end: `https://s3.eu-west-1.amazonaws.com`.
  public var endpoint: String
  public var bucket: String
  public var region: String
  /// The beginning of every object's name; empty, or ends in `/`.
  public var prefix: String
  /// Whether the bucket is the first component of the path, not a part of the host's name.
  public var usesPathStyle: Bool
  /// Traits of new objects.
  public var traits: ObjectTraits

  public init(
    endpoint: String, bucket: String, region: String, prefix: String = "", usesPathStyle: Bool = false,
    traits: ObjectTraits = .init()
  ) {
    (self.endpoint, self.bucket, self.region, self.prefix) = (endpoint, bucket, region, prefix)
    (self.usesPathStyle, self.traits) = (usesPathStyle, traits)
  }

  /// Amazon's own service in a region (https://docs.aws.amazon.com/general/latest/gr/s3.html).
  public static func amazonEndpoint(region: String) -> String {
    "https://s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
  }

  /// The bucket's own URL, ending in `/`.
  package var url: String {
    guard !usesPathStyle, let scheme = endpoint.firstRange(of: "://") else { return "\(endpoint)/\(bucket)/" }
    return "\(endpoint[..<scheme.upperBound])\(bucket).\(endpoint[scheme.upperBound...])/"
  }

  /// The URL under which the service serves the bucket's objects.
  public var baseURL: String { url + prefix }

  public var ownBaseURL: String? { baseURL }

  public static let grammar = DestinationGrammar(
    kind: "s3", noun: "a bucket",
    template: ["to", "endpoint", "bucket", "region", "prefix", "path-style", "verify", "base-url"], section: section
  ) { $0 }
}

/// The keys of pipeline.yml.
extension S3Bucket {
  private typealias Draft = DestinationDraft<S3Bucket>

  private static let section = Section(
    Draft(S3Bucket(endpoint: "", bucket: "", region: ""), verification: .get), at: .pipeline("publish.s3", "publish")
  ) {
    Key.to("s3")
    Key.name()
    Key("endpoint", \.place.endpoint, .endpoint).example(.written("https://s3.eu-west-1.amazonaws.com"))
    Key("bucket", \.place.bucket, .bucket).required.example(.written("push-assets"))
    Key("region", \.place.region, .region).required.example(.written("eu-west-1"))
    Key("prefix", \.place.prefix, .objectPrefix).example(.written("spring/"))
    Key.verify()
    Key.baseURL(example: "https://cdn.example.com/spring/")
    Key("path-style", \.place.usesPathStyle, .bool).example(.written("false"))
    Key("acl", \.place.traits.acl, .cannedACL)
    Key("storage-class", \.place.traits.storageClass, .s3StorageClass)
    Key("server-side-encryption", \.place.traits.encryption, .s3Encryption)
    Key("kms-key", \.place.traits.encryptionKey, .amazonKey)
    Key("cache-control", \.place.traits.cacheControl, .cacheControl)
    Key("tags", \.place.traits.tags, .objectTags)
  }.after { mapping, draft, reader in
    let place = draft.place
    place.refuseHostOfAddress(mapping["path-style"], &reader)
    place.refuseOtherRegion(mapping["endpoint"], &reader)
    reader.reportContradiction(
      of: mapping["base-url"], draft.baseURL, bucket: place.bucket, region: place.region, prefix: place.prefix,
      hosts: ServedAddress.amazonHosts(and: place.endpoint))
    if draft.baseURL == nil { place.refuseUnreadableEncryption(mapping["server-side-encryption"], &reader) }
    place.refuseKeyOfNothing(mapping["kms-key"], &reader)
    // Keys with errors count as missing.
    let style = mapping["path-style"]?.unquotedText.flatMap(PlainText.bool)
    if style == nil { draft.place.usesPathStyle = place.isAddress }
    if place.endpoint.isEmpty { draft.place.endpoint = amazonEndpoint(region: place.region) }
  }

  /// No bucket's name precedes an IP address.
  private var isAddress: Bool { (try? StrictURL(endpoint))?.host.isAddress == true }

  private func refuseKeyOfNothing(_ value: YAMLValue?, _ reader: inout YAMLReader) {
    guard let value, traits.encryptionKey != nil, traits.encryption != "aws:kms" else { return }
    reader.report(
      .configurationConflict, value.subject, "no key of AWS KMS takes part in what these objects are encrypted by",
      remedy: "write server-side-encryption: aws:kms beside it, or delete kms-key")
  }

  /// Only AWS's own services sign their requests; phones do not.
  private func refuseUnreadableEncryption(_ value: YAMLValue?, _ reader: inout YAMLReader) {
    guard let value, traits.encryption == "aws:kms" else { return }
    reader.report(
      .configurationConflict, value.subject,
      "what aws:kms encrypts is loaded by signed requests alone, and phones that load from the bucket sign none",
      remedy: "write the base-url of a CDN that signs its requests to the bucket, or AES256")
  }

  private func refuseOtherRegion(_ value: YAMLValue?, _ reader: inout YAMLReader) {
    let amazon = ServedAddress.amazonHosts(and: "")
    guard let value, let other = ServedAddress(endpoint + "/\(bucket)", hosts: amazon)?.region, other != region,
      !region.isEmpty
    else { return }
    reader.report(
      .configurationConflict, value.subject, "the endpoint is in the region \(other), and `region` says \(region)",
      remedy: "write the region of the bucket in both, or delete endpoint")
  }

  private func refuseHostOfAddress(_ pathStyle: YAMLValue?, _ reader: inout YAMLReader) {
    guard let pathStyle, isAddress, pathStyle.unquotedText.flatMap(PlainText.bool) == false else { return }
    reader.report(
      .configurationConflict, pathStyle.subject,
      "the endpoint is an IP address, and the bucket's name cannot stand before it",
      remedy: "write path-style: true, or delete the key")
  }
}

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
}

/// What S3 and Cloud Storage have in common.
extension YAMLType<String> {
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
}
