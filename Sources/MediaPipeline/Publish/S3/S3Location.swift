import Findings
package import PushDelivery

/// Where a bucket of an S3-compatible store is.
public struct S3Location: Hashable, Sendable {
  public let bucket: String
  public let region: String
  /// Scheme, host and perhaps a port and a path, without a slash at its end.
  public let endpoint: String
  /// Whether the bucket is the first component of the path (`https://host/bucket/key`) and not a part of the host's name
  /// (`https://bucket.host/key`).
  public let isPathStyle: Bool

  /// Nil where a URL or a signature made of these would not be well formed.
  ///
  /// - Parameter endpoint: nil for Amazon's own in that region.
  public init?(bucket: String, region: String, endpoint: String? = nil, isPathStyle: Bool = false) {
    let endpoint = Self.withoutSlash(endpoint ?? Self.amazon(region))
    guard Self.isName(bucket, more: "._"), Self.isName(region, more: ""), Self.isEndpoint(endpoint) else { return nil }
    self.bucket = bucket
    self.region = region
    self.endpoint = endpoint
    self.isPathStyle = isPathStyle
  }

  func url(ofKey key: String) -> String {
    let path = PercentEncoding.path(key)
    guard !isPathStyle, let scheme = Self.scheme(of: endpoint) else { return "\(endpoint)/\(bucket)/\(path)" }
    return "\(scheme)\(bucket).\(endpoint.dropFirst(scheme.count))/\(path)"
  }

  /// https://docs.aws.amazon.com/general/latest/gr/s3.html
  private static func amazon(_ region: String) -> String {
    "https://s3.\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")"
  }

  private static func withoutSlash(_ endpoint: String) -> String {
    endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
  }

  private static func isName(_ text: String, more: String) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-" + more)
    return (1...63).contains(text.count) && text.allSatisfy(allowed.contains) && text != "." && text != ".."
  }

  private static func scheme(of endpoint: String) -> String? {
    ["https://", "http://"].first(where: endpoint.hasPrefix)
  }

  private static func isEndpoint(_ text: String) -> Bool {
    guard let scheme = scheme(of: text) else { return false }
    let rest = text.dropFirst(scheme.count)
    return !rest.isEmpty && !rest.hasPrefix("/") && !rest.contains("..")
      && rest.utf8.allSatisfy { isUnreserved($0) || ":/[]".utf8.contains($0) }
  }
}

extension S3Bucket: OpenablePlace {
  package func open(_ access: PlaceAccess) async throws(CredentialsError) -> OpenPlace {
    guard
      let location = S3Location(bucket: bucket, region: region, endpoint: endpoint, isPathStyle: usesPathStyle),
      let prefix = ObjectPrefix(prefix)
    else { throw .unusable("no request can be made of its endpoint, bucket, region and prefix") }
    let credentials = chain(access)
    let store = S3Store(location, credentials: credentials, traits: traits, settings: access.store)
    if access.needsCredentials { try await store.authorized.require() }
    let address = try access.publicAddress()
    return OpenPlace(BucketDestination(store, prefix: prefix, address: address), address: address)
  }

  package func credentials(_ access: PlaceAccess) async -> CredentialReport? { await chain(access).report() }

  private func chain(_ access: PlaceAccess) -> CredentialChain<AWSCredentials> {
    AWSCredentials.chain(environment: access.environment, region: region, settings: access.store)
  }
}
