import Findings

/// A bucket of Google Cloud Storage, including Firebase's Storage.
public struct GoogleBucket: DestinationPlace {
  public var bucket: String
  /// The beginning of every object's name; empty, or ends in `/`.
  public var prefix: String
  /// The access list of new objects, such as `publicRead`; nil: the bucket's rules apply.
  public var predefinedACL: String?
  /// The service's URL form that requests use.
  public var addressForm: AddressForm
  /// The `Cache-Control` of new objects; nil: immutable.
  public var cacheControl: String?

  public init(
    bucket: String, prefix: String = "", predefinedACL: String? = nil, addressForm: AddressForm = .publicObject,
    cacheControl: String? = nil
  ) {
    (self.bucket, self.prefix, self.predefinedACL, self.addressForm) = (bucket, prefix, predefinedACL, addressForm)
    self.cacheControl = cacheControl
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
    kind: "gcs", noun: "a bucket", template: ["to", "bucket", "prefix", "predefined-acl", "urls"], section: section
  )

  private static let section = Section(
    DestinationDraft(GoogleBucket(bucket: ""), verification: .get), at: .pipeline("publish.gcs", "publish")
  ) {
    Key.to("gcs")
    Key.name()
    Key("bucket", \.place.bucket, .bucket).required.example(.written("push-assets"))
    Key("prefix", \.place.prefix, .objectPrefix).example(.written("spring/"))
    Key.verify()
    Key("urls", \.place.addressForm, .choice(["public": .publicObject, "firebase": .firebaseDownload]))
    Key.baseURL(example: "https://cdn.example.com/spring/")
    Key(
      "predefined-acl", \.place.predefinedACL,
      .choice(["publicRead": "publicRead", "projectPrivate": "projectPrivate"])
    ).example(.written("publicRead"))
    Key("cache-control", \.place.cacheControl, .cacheControl)
  }.after { mapping, draft, reader in
    let place = draft.place
    guard place.addressForm == .publicObject else { return }
    reader.reportContradiction(
      of: mapping["base-url"], draft.baseURL, bucket: place.bucket, region: nil, prefix: place.prefix,
      hosts: #"(?:(.+)\.)?storage\.googleapis\.com"#)
  }
}
