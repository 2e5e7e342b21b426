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
    self.name = name
    self.value = value
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
