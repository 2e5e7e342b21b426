/// A place that assets are published to.
public struct DestinationSettings: Hashable, Sendable {
  /// What its author calls it, by which `--to` chooses it; its kind unless said otherwise.
  public var name: String
  public var place: Place
  /// The URL under which the place's files are served, ending in `/`; nil until a flag or a variable gives it.
  public var baseURL: String?
  /// How far a URL is tried once something is published there.
  public var verification: URLVerification

  public init(
    name: String = "directory", place: Place = .directory(path: "public"), baseURL: String? = nil,
    verification: URLVerification = .off
  ) {
    self.name = name
    self.place = place
    self.baseURL = baseURL
    self.verification = verification
  }

  /// Where the bytes go.
  public enum Place: Hashable, Sendable {
    /// A folder that some web server serves, and the hosts for which a file says how.
    case directory(path: String, headers: [StaticHost] = [])
    /// A bucket of Amazon S3, or of a server with its interface.
    case s3(S3Bucket)
    /// A bucket of Google Cloud Storage, which Firebase's Storage is too.
    case gcs(GoogleBucket)
  }
}

/// How far a URL is tried before a request may refer to it.
public enum URLVerification: String, Hashable, Sendable, Codable, CaseIterable {
  /// The bytes are loaded and compared.
  case get
  /// Length, type and entity tag are looked at, and no byte.
  case head
  /// Nothing is asked: what the place says of itself is believed.
  case off
}

/// A bucket that is reached through S3's interface.
public struct S3Bucket: Hashable, Sendable {
  /// Scheme and host of the service, without a slash at its end: `https://s3.eu-west-1.amazonaws.com`.
  public var endpoint: String
  public var bucket: String
  public var region: String
  /// What every object's name begins with; empty, or ends in `/`.
  public var prefix: String
  /// Whether the bucket is the first component of the path, and not a part of the host's name.
  public var usesPathStyle: Bool

  public init(endpoint: String, bucket: String, region: String, prefix: String = "", usesPathStyle: Bool = false) {
    self.endpoint = endpoint
    self.bucket = bucket
    self.region = region
    self.prefix = prefix
    self.usesPathStyle = usesPathStyle
  }

  /// Amazon's own service in a region (https://docs.aws.amazon.com/general/latest/gr/s3.html).
  public static func amazonEndpoint(region: String) -> String {
    "https://s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
  }

  /// The URL under which the service itself serves the bucket's objects.
  public var baseURL: String {
    guard !usesPathStyle, let scheme = endpoint.firstRange(of: "://") else { return "\(endpoint)/\(bucket)/\(prefix)" }
    return "\(endpoint[..<scheme.upperBound])\(bucket).\(endpoint[scheme.upperBound...])/\(prefix)"
  }
}

/// A bucket of Google Cloud Storage.
public struct GoogleBucket: Hashable, Sendable {
  public var bucket: String
  /// What every object's name begins with; empty, or ends in `/`.
  public var prefix: String
  /// The access list that new objects get, such as `publicRead`; nil: the bucket's own rules hold.
  public var predefinedACL: String?
  /// Which of the service's addresses requests refer to.
  public var addressForm: AddressForm

  public init(
    bucket: String, prefix: String = "", predefinedACL: String? = nil, addressForm: AddressForm = .publicObject
  ) {
    self.bucket = bucket
    self.prefix = prefix
    self.predefinedACL = predefinedACL
    self.addressForm = addressForm
  }

  public enum AddressForm: String, Hashable, Sendable, Codable {
    /// `https://storage.googleapis.com/BUCKET/NAME`: the object must be public.
    case publicObject = "public"
    /// `https://firebasestorage.googleapis.com/v0/b/BUCKET/o/NAME?alt=media`, with a download token of the object.
    case firebaseDownload = "firebase"
  }

  /// The URL under which Google serves the bucket's public objects.
  public var baseURL: String { "https://storage.googleapis.com/\(bucket)/\(prefix)" }
}

/// A destination of which everything is known.
public struct ResolvedDestination: Hashable, Sendable {
  public let name: String
  public let place: DestinationSettings.Place
  /// Ends in `/`.
  public let baseURL: String
  public let verification: URLVerification

  public init(
    name: String, place: DestinationSettings.Place, baseURL: String, verification: URLVerification = .off
  ) {
    self.name = name
    self.place = place
    self.baseURL = baseURL
    self.verification = verification
  }
}
