import Findings
import Foundation
import PushDelivery

/// A destination that a run publishes to, with what is remembered about it.
struct OpenDestination: Sendable {
  let destination: any Destination
  private let breaker: CircuitBreaker
  private let records: PublicationRecords?

  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made.
  init(_ settings: PipelineSettings) throws(PipelineError) {
    guard case .directory = settings.destination.place else {
      let bucket = try Self.bucket(settings)
      let records = PublicationRecords(path: settings.outputFolder + "/published.jsonl")
      self.records = records
      breaker = Self.guarded(bucket.destination, settings)
      destination = RememberingDestination(
        breaker, records: records, address: bucket.address, verification: settings.destination.verification)
      return
    }
    records = nil
    breaker = Self.guarded(DirectoryDestination(folder: settings.outputFolder, baseURL: settings.baseURL), settings)
    destination = breaker
  }

  /// Remembers what was published, for the next run.
  ///
  /// - Returns: what there is to say of the destination as a whole.
  func close() -> [Diagnostic] {
    records?.save()
    return records?.provedAny == true ? [] : breaker.doubts
  }

  /// With its URLs tried, and left alone when it is clear that nothing can be published there.
  private static func guarded(_ destination: any Destination, _ settings: PipelineSettings) -> CircuitBreaker {
    let verifier = URLVerifier(settings.destination.verification, patience: settings.access.patience)
    return CircuitBreaker(
      verifier.map { VerifyingDestination(destination: destination, verifier: $0) } ?? destination,
      name: settings.destination.name)
  }

  /// A bucket, and how the URL of a file is made of its name and digest.
  private typealias Bucket = (destination: any Destination, address: PublicURLs)

  private static func bucket(_ settings: PipelineSettings) throws(PipelineError) -> Bucket {
    do throws(CredentialsError) {
      switch settings.destination.place {
      case .directory: throw unusable("a directory is no bucket")
      case .s3(let bucket): return try s3(bucket, settings)
      case .gcs(let bucket): return try gcs(bucket, settings)
      }
    } catch {
      throw .campaign([error.diagnostic(.init(.destination, settings.destination.name))])
    }
  }

  private static func s3(_ bucket: S3Bucket, _ settings: PipelineSettings) throws(CredentialsError) -> Bucket {
    let home = FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
    let credentials = try AWSCredentials.find(environment: settings.access.environment, home: home)
    guard
      let location = S3Location(
        bucket: bucket.bucket, region: bucket.region, endpoint: bucket.endpoint, isPathStyle: bucket.usesPathStyle),
      let prefix = ObjectPrefix(bucket.prefix)
    else { throw unusable("no request can be made of its endpoint, bucket, region and prefix") }
    let store = S3Store(location, credentials: credentials, settings: settings.storeSettings)
    let address = try publicAddress(settings.baseURL)
    return (BucketDestination(store, prefix: prefix, address: address), address)
  }

  private static func gcs(_ bucket: GoogleBucket, _ settings: PipelineSettings) throws(CredentialsError) -> Bucket {
    let credentials = try GoogleCredentials.find(environment: settings.access.environment)
    guard let prefix = ObjectPrefix(bucket.prefix) else { throw unusable("its prefix is none") }
    let location = GCSLocation(
      bucket: bucket.bucket, endpoint: GCSLocation.endpoint(environment: settings.access.environment),
      acl: bucket.predefinedACL.flatMap(GCSLocation.PredefinedACL.init))
    let store = GCSStore(location, credentials: credentials, settings: settings.storeSettings)
    let address =
      bucket.addressForm == .firebaseDownload
      ? PublicURLs.firebase(FirebaseDownload(bucket: bucket.bucket, prefix: prefix, usesToken: true))
      : try publicAddress(settings.baseURL)
    return (BucketDestination(store, prefix: prefix, address: address), address)
  }

  private static func publicAddress(_ baseURL: String) throws(CredentialsError) -> PublicURLs {
    var diagnostics: [Diagnostic] = []
    guard let base = BaseURL(baseURL, subject: .init(.destination, baseURL), reporting: &diagnostics) else {
      throw unusable(diagnostics.first?.message ?? "its base URL is none")
    }
    return .folder(base)
  }

  private static func unusable(_ detail: String) -> CredentialsError {
    CredentialsError("the destination cannot be used: \(detail)", remedy: "correct it under `publish` of pipeline.yml")
  }
}

extension PipelineSettings {
  fileprivate var storeSettings: StoreSettings {
    var settings = access.store
    settings.transfers = transfers
    return settings
  }
}
