import PushDelivery

/// An S3 bucket's service, in addition to its address; the environment replaces nil.
struct S3Service: Hashable, Sendable {
  var endpoint: String?
  var region: String?
  /// nil: path style with a custom endpoint, since all services support it.
  var usesPathStyle: Bool?
}

extension BucketAddress {
  /// Opens the bucket without contacting it. Credentials are those for publishing.
  ///
  /// - Parameters:
  ///   - service: for a bucket of S3.
  ///   - remedy: how to set its region.
  /// - Throws: `CredentialsError` if no request can be made. Missing credentials only show with the first request.
  func open(
    _ service: S3Service, environment: [String: String], settings: StoreSettings, remedy: String
  ) throws(CredentialsError) -> ObjectStoreClient {
    let variables = environment.filter { !$0.value.isEmpty }
    switch store {
    case .s3:
      guard let place = s3Bucket(service, variables), S3Dialect(place) != nil else {
        // The region may be in an unreadable file.
        if let fault = AWSFiles(AWSSurroundings(variables)).fault {
          throw CredentialsError("the region of the bucket is not known: \(fault.detail)", remedy: fault.remedy)
        }
        throw CredentialsError("the region of the bucket is not known, or its endpoint is none", remedy: remedy)
      }
      return try place.client(environment: environment, settings: settings)
    case .googleCloud: return try GoogleBucket(bucket: bucket).client(environment: variables, settings: settings)
    }
  }

  private func s3Bucket(_ service: S3Service, _ variables: [String: String]) -> S3Bucket? {
    let endpoint = service.endpoint ?? variables["AWS_ENDPOINT_URL_S3"] ?? variables["AWS_ENDPOINT_URL"]
    let region = service.region ?? AWSSurroundings(variables).ownRegion
    return region.map { region in
      S3Bucket(
        endpoint: endpoint ?? S3Bucket.amazonEndpoint(region: region), bucket: bucket, region: region,
        usesPathStyle: service.usesPathStyle ?? (endpoint != nil))
    }
  }
}
