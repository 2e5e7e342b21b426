package import PushDelivery

/// A place that is a bucket of a store, with all that differs between the kinds of stores.
package protocol BucketPlace: OpenablePlace {
  /// The prefix of every object's name; empty, or ends in `/`.
  var prefix: String { get }

  /// The store's requests and responses; nil if a URL or a signature made from this place would be malformed.
  func dialect(environment: [String: String]) -> (any StoreDialect)?

  /// Where credentials are searched.
  func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain

  /// How the URLs of files are made, if not from the base URL.
  func address(_ prefix: ObjectPrefix) -> PublicURLs?
}

extension BucketPlace {
  package func address(_ prefix: ObjectPrefix) -> PublicURLs? { nil }

  /// The bucket, which is not contacted yet.
  ///
  /// - Parameter credentials: nil: those of the environment.
  /// - Throws: `ObjectStoreError` if no request can be made.
  package func client(
    _ credentials: CredentialChain? = nil, environment: [String: String] = [:], settings: StoreSettings
  ) throws(ObjectStoreError) -> ObjectStoreClient {
    guard let dialect = dialect(environment: environment) else {
      throw .unusable("no request can be made of its name, endpoint and prefix")
    }
    return ObjectStoreClient(
      dialect, credentials ?? chain(environment: environment, settings: settings), settings: settings)
  }

  package func open(_ access: DestinationAccess) async throws(ObjectStoreError) -> any Destination {
    let client = try client(environment: access.environment, settings: access.store)
    guard let prefix = ObjectPrefix(prefix) else { throw .unusable("its prefix is not valid") }
    if access.needsCredentials { try await client.requireCredentials() }
    let address = if let own = address(prefix) { own } else { try access.publicAddress() }
    return BucketDestination(client, prefix: prefix, address: address)
  }

  package func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String? {
    try await chain(environment: access.environment, settings: access.store).summary()
  }
}

extension BucketAddress {
  /// The bucket as a place, with what the environment says of it.
  ///
  /// - Parameters:
  ///   - endpoint: the scheme and host of another service of its kind; nil: that of the environment.
  ///   - region: for S3; nil: that of the environment.
  /// - Throws: `ObjectStoreError` if the region is not known, or the endpoint is not a valid URL.
  func place(
    endpoint: String?, region: String?, environment: [String: String]
  ) throws(ObjectStoreError) -> any BucketPlace {
    switch store {
    case .googleCloud: return GoogleBucket(bucket: bucket)
    case .azure(let account): return AzureContainer(account: account, container: bucket, endpoint: endpoint)
    case .s3: break
    }
    let surroundings = AWSSurroundings(environment)
    let endpoint =
      endpoint ?? surroundings.variables["AWS_ENDPOINT_URL_S3"] ?? surroundings.variables["AWS_ENDPOINT_URL"]
    let place = (region ?? surroundings.ownRegion).map { region in
      // All services support path style.
      S3Bucket(
        endpoint: endpoint ?? S3Bucket.amazonEndpoint(region: region), bucket: bucket, region: region,
        usesPathStyle: endpoint != nil)
    }
    if let place, S3Dialect(place) != nil { return place }
    // The region may be in an unreadable file.
    let fault = AWSFiles(surroundings).fault
    throw ObjectStoreError(
      .settings, store: description,
      detail: "its region is not known\(fault.map { ": \($0.detail)" } ?? ", or its endpoint is not a valid URL")",
      remedy: fault?.remedy ?? "write `region` under cache.remote, or set AWS_REGION")
  }
}
