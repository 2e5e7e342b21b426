import Findings

/// A bucket of Google Cloud Storage, which Firebase's Storage is too.
public struct GoogleBucket: DestinationPlace {
  public var bucket: String
  /// What every object's name begins with; empty, or ends in `/`.
  public var prefix: String
  /// The access list that new objects get, such as `publicRead`; nil: the bucket's own rules hold.
  public var predefinedACL: String?
  /// Which of the service's addresses requests refer to.
  public var addressForm: AddressForm
  /// What new objects get.
  public var traits: ObjectTraits

  public init(
    bucket: String, prefix: String = "", predefinedACL: String? = nil, addressForm: AddressForm = .publicObject,
    traits: ObjectTraits = .init()
  ) {
    self.bucket = bucket
    self.prefix = prefix
    self.predefinedACL = predefinedACL
    self.addressForm = addressForm
    self.traits = traits
  }

  public enum AddressForm: String, Hashable, Sendable, Codable {
    /// `https://storage.googleapis.com/BUCKET/NAME`: the object must be public.
    case publicObject = "public"
    /// `https://firebasestorage.googleapis.com/v0/b/BUCKET/o/NAME?alt=media`, with a download token of the object.
    case firebaseDownload = "firebase"
  }

  /// The URL under which Google serves the bucket's public objects.
  public var baseURL: String { "https://storage.googleapis.com/\(bucket)/\(prefix)" }

  public var ownBaseURL: String? { baseURL }

  public static let grammar = DestinationGrammar(
    kind: "gcs", noun: "a bucket", summary: "a bucket of Google Cloud Storage, Firebase's among them",
    template: ["to", "bucket", "prefix", "predefined-acl", "urls"],
    example:
      "A bucket of Google Cloud Storage, Firebase's among them. Credentials come from GOOGLE_APPLICATION_CREDENTIALS.",
    section: section
  ) { $0 }

  private static let section = Section(DestinationDraft(GoogleBucket(bucket: ""), verification: .get)) {
    Key.to("gcs")
    Key.name()
    Key("bucket", \.place.bucket, .bucket, "The bucket's name.").required.comment(example: .written("push-assets"))
    Key("prefix", \.place.prefix, .objectPrefix, "What every object's name begins with.")
      .comment(example: .written("spring/")).reference(standard: "none")
    Key.verify()
    Key(
      "urls", \.place.addressForm, .choice(["public": .publicObject, "firebase": .firebaseDownload]),
      "Which of Google's addresses requests refer to."
    ).reference(
      "Which of Google's addresses requests refer to: the object's public one, or Firebase's download address with a token of "
        + "the object, which works without public rules.")
    Key.baseURL(example: "https://cdn.example.com/spring/")
    Key(
      "predefined-acl", \.place.predefinedACL,
      .choice(["publicRead": "publicRead", "projectPrivate": "projectPrivate"]), "The access list of new objects."
    ).comment(example: .written("publicRead")).reference(
      "The access list of new objects. Leave it out where the bucket's own rules say who may read: such buckets refuse access "
        + "lists.")
    Key("storage-class", \.place.traits.storageClass, .googleStorageClass, "The storage class of new objects.")
      .reference(standard: "the bucket's")
    Key("kms-key", \.place.traits.encryptionKey, .googleKey, "The key of Cloud KMS that encrypts new objects.")
      .reference(
        "The key of Cloud KMS that encrypts new objects: its whole name. Whoever may read an object loads it as any other.",
        standard: "the bucket's, or Google's own")
    Key.cacheControl(\.place.traits.cacheControl)
  }
}
