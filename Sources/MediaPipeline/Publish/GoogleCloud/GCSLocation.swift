import Findings
import PushDelivery

/// Where a bucket of Google Cloud Storage is, and who may read what is put there.
public struct GCSLocation: Hashable, Sendable {
  /// The access lists that Cloud Storage has names for (https://cloud.google.com/storage/docs/access-control/lists#predefined-acl).
  public enum PredefinedACL: String, Hashable, Sendable, CaseIterable {
    case authenticatedRead, bucketOwnerFullControl, bucketOwnerRead, projectPrivate, publicRead
    /// Only the uploader.
    case privateToOwner = "private"
  }

  public let bucket: String
  /// Scheme, host and perhaps a port, without a slash at its end.
  public let endpoint: String
  /// nil: the bucket's own default. Buckets with uniform access refuse any.
  public let acl: PredefinedACL?

  public static let productionEndpoint = "https://storage.googleapis.com"

  public init(bucket: String, endpoint: String = productionEndpoint, acl: PredefinedACL? = nil) {
    self.bucket = bucket
    self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
    self.acl = acl
  }

  /// The endpoint that `STORAGE_EMULATOR_HOST` names, a URL or `host:port` as Google's libraries take it; else Google's own.
  public static func endpoint(environment: [String: String]) -> String {
    guard let host = environment["STORAGE_EMULATOR_HOST"], !host.isEmpty else { return productionEndpoint }
    return host.contains("://") ? host : "http://\(host)"
  }

  func metadataURL(ofKey key: String) -> String {
    "\(endpoint)/storage/v1/b/\(PercentEncoding.component(bucket))/o/\(PercentEncoding.component(key))"
  }

  /// The generation of an object that is not there is 0, so an object is only created
  /// (https://cloud.google.com/storage/docs/request-preconditions).
  var uploadURL: String {
    let path = "\(endpoint)/upload/storage/v1/b/\(PercentEncoding.component(bucket))/o"
    return "\(path)?uploadType=multipart&ifGenerationMatch=0" + (acl.map { "&predefinedAcl=\($0.rawValue)" } ?? "")
  }
}
