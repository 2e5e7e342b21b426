import Findings

/// What new objects of a bucket get beside their bytes and their type.
public struct ObjectTraits: Hashable, Sendable {
  /// A list of who may read, by the name that S3 has for it; nil: the bucket's own rules hold.
  public var acl: String?
  /// nil: the bucket's own.
  public var storageClass: String?
  /// How S3 encrypts them: `AES256` or `aws:kms`; nil: as the bucket says.
  public var encryption: String?
  /// The key of the service's key management by which they are encrypted; nil: the bucket's.
  public var encryptionKey: String?
  /// What `Cache-Control` says where they are served; nil: that they never change.
  public var cacheControl: String?
  /// Names and values, in the order in which they were written.
  public var tags: [ObjectTag] = []

  public init() {}
}

/// By what a bucket's owner finds objects, and rules of the bucket know them.
public struct ObjectTag: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension YAMLType<String> {
  /// Those lists by which nobody but the owner can write (https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl).
  static var cannedACL: YAMLType {
    names(["public-read", "authenticated-read", "bucket-owner-read", "bucket-owner-full-control", "private"])
  }

  /// Those from which objects are served at once (https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html):
  /// what is archived in `GLACIER` or `DEEP_ARCHIVE` has to be restored before anybody can load it.
  static var s3StorageClass: YAMLType {
    names(["STANDARD", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER_IR", "REDUCED_REDUNDANCY"])
  }

  /// All are served at once (https://cloud.google.com/storage/docs/storage-classes).
  static var googleStorageClass: YAMLType { names(["STANDARD", "NEARLINE", "COLDLINE", "ARCHIVE"]) }

  static var s3Encryption: YAMLType { names(["AES256", "aws:kms"]) }

  private static func names(_ names: [String]) -> YAMLType { .choice(names.map { ($0, $0) }) }

  /// By its identifier, its ARN, or an alias of it (https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#key-id). It becomes
  /// a field of a header.
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

  /// It becomes a field of a header.
  static var cacheControl: YAMLType {
    .text(
      matching: "^[A-Za-z][A-Za-z0-9=\" ,_-]{0,254}$", refusal: "cannot be a Cache-Control",
      remedy: "write its directives, as in public, max-age=86400")
  }
}

extension YAMLType<[ObjectTag]> {
  /// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
  static var objectTags: YAMLType {
    // Letters of all scripts, without the classes that not every engine of schemas knows.
    let character = "[^\\u0000-\\u001F!-*,;<>?\\[-^`{-\\u007F]"
    let schema = JSONSchema.map(JSONSchema.name("^\(character){1,256}$"), names: "^\(character){1,128}$")
      .merging(["maxProperties": 10])
    return YAMLType(schema) { value, reader in
      guard case .mapping(let members) = value.content, members.count <= 10 else {
        reader.report(
          .configurationValue, value.subject, "these are no tags, of which an object may have ten",
          remedy: "write them as {campaign: spring}")
        return nil
      }
      return members.compactMap { reader.tag($0) }
    }
  }
}

extension YAMLReader {
  fileprivate mutating func tag(_ member: YAMLValue.Member) -> ObjectTag? {
    guard let name = name(of: member), let value = string(member.value) else { return nil }
    guard name.isTag(atMost: 128), value.isTag(atMost: 256), !name.lowercased().hasPrefix("aws:") else {
      report(
        .configurationValue, member.place, "\(name.quoted) with \(value.quoted) is no tag of an object",
        remedy: "write letters, digits, spaces and +-=._:/@, at most 128 and 256 of them; names do not begin with aws:")
      return nil
    }
    return ObjectTag(name: name, value: value)
  }
}

extension String {
  fileprivate func isTag(atMost count: Int) -> Bool {
    (1...count).contains(unicodeScalars.count)
      && allSatisfy { $0.isLetter || $0.isNumber || " +-=._:/@".contains($0) }
  }
}
