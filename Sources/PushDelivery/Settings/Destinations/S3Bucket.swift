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
  /// An access list for new objects, by S3's name for it; nil: the bucket's rules apply.
  public var acl: String?
  /// Of new objects when served; nil: immutable.
  public var cacheControl: String?

  public init(
    endpoint: String, bucket: String, region: String, prefix: String = "", usesPathStyle: Bool = false,
    acl: String? = nil, cacheControl: String? = nil
  ) {
    (self.endpoint, self.bucket, self.region, self.prefix) = (endpoint, bucket, region, prefix)
    (self.usesPathStyle, self.acl, self.cacheControl) = (usesPathStyle, acl, cacheControl)
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
  )

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
    // Only the owner can write (https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl).
    Key("acl", \.place.acl, .choice(cannedACLs.map { ($0, $0) }))
    Key("cache-control", \.place.cacheControl, .cacheControl)
  }.after { mapping, draft, reader in
    let place = draft.place
    // Keys with errors count as missing.
    let style = mapping["path-style"]?.unquotedText.flatMap(PlainText.bool)
    if let value = mapping["path-style"], style == false, place.isAddress {
      reader.report(.setting("hostOfAddress"), value.subject)
    }
    let amazon = ServedAddress(place.endpoint + "/\(place.bucket)", hosts: ServedAddress.amazonHosts(and: ""))
    if let value = mapping["endpoint"], let other = amazon?.region, !place.region.isEmpty, other != place.region {
      reader.report(.setting("otherRegion", other, place.region), value.subject)
    }
    reader.reportContradiction(
      of: mapping["base-url"], draft.baseURL, bucket: place.bucket, region: place.region, prefix: place.prefix,
      hosts: ServedAddress.amazonHosts(and: place.endpoint))
    if style == nil { draft.place.usesPathStyle = place.isAddress }
    if place.endpoint.isEmpty { draft.place.endpoint = amazonEndpoint(region: place.region) }
  }

  private static let cannedACLs = [
    "public-read", "authenticated-read", "bucket-owner-read", "bucket-owner-full-control", "private",
  ]

  /// No bucket's name precedes an IP address.
  private var isAddress: Bool { (try? StrictURL(endpoint))?.host.isAddress == true }
}
