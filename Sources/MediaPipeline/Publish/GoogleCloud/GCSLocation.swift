import Cryptography
import Curl
import Essentials
import Findings
import MediaFacts
public import PushDelivery

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
  /// What new objects get beside that.
  public let traits: ObjectTraits

  public static let productionEndpoint = "https://storage.googleapis.com"

  public init(
    bucket: String, endpoint: String = productionEndpoint, acl: PredefinedACL? = nil, traits: ObjectTraits = .init()
  ) {
    self.bucket = bucket
    self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
    self.acl = acl
    self.traits = traits
  }

  /// The endpoint that `STORAGE_EMULATOR_HOST` names, a URL or `host:port` as Google's libraries take it; else Google's own.
  public static func endpoint(environment: [String: String]) -> String {
    guard let host = environment["STORAGE_EMULATOR_HOST"], !host.isEmpty else { return productionEndpoint }
    return host.contains("://") ? host : "http://\(host)"
  }

  func metadataURL(ofKey key: String) -> String {
    "\(endpoint)/storage/v1/b/\(PercentEncoding.component(bucket))/o/\(PercentEncoding.component(key))"
  }

  func contentURL(ofKey key: String) -> String { metadataURL(ofKey: key) + "?alt=media" }

  /// Where an object is put in the place of another.
  var replacingUploadURL: String {
    "\(endpoint)/upload/storage/v1/b/\(PercentEncoding.component(bucket))/o?uploadType=multipart"
  }

  /// The generation of an object that is not there is 0, so an object is only created
  /// (https://cloud.google.com/storage/docs/request-preconditions).
  var uploadURL: String {
    let path = "\(endpoint)/upload/storage/v1/b/\(PercentEncoding.component(bucket))/o"
    let more = [("predefinedAcl", acl?.rawValue), ("kmsKeyName", traits.encryptionKey)]
    let query = more.compactMap { name, value in value.map { "&\(name)=\(PercentEncoding.component($0))" } }
    return "\(path)?uploadType=multipart&ifGenerationMatch=0" + query.joined()
  }
}

/// An object's resource in the JSON API, as far as it is used here (https://cloud.google.com/storage/docs/json_api/v1/objects).
struct GoogleObject: Codable, Hashable, Sendable {
  var name: String?
  var contentType: String?
  var contentEncoding: String?
  var cacheControl: String?
  var storageClass: String?
  /// In Base64. Objects that were put together from others have none.
  var md5Hash: String?
  /// A number as text.
  var size: String?
  var metadata: [String: String]?

  static let digestKey = "sha256"
  /// Where Firebase Storage keeps the tokens that let anyone load the object, separated by commas.
  static let tokensKey = "firebaseStorageDownloadTokens"

  init(_ upload: ObjectUpload, _ traits: ObjectTraits) {
    name = upload.key
    contentType = upload.contentType
    cacheControl = traits.cacheControl ?? ObjectUpload.cacheControl
    storageClass = traits.storageClass
    md5Hash = upload.md5.base64
    metadata = [Self.digestKey: upload.digest.hex]
    metadata?[Self.tokensKey] = upload.downloadToken
  }

  var stored: StoredObject {
    let md5 = md5Hash.flatMap { Data(base64Encoded: $0) }.map { ObjectDigest.md5(Array($0)) }
    let noted = metadata?[Self.digestKey].flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    let tokens = metadata?[Self.tokensKey]?.split(separator: ",").map(String.init) ?? []
    return StoredObject(
      byteCount: size.flatMap { Int($0) }, digests: Set([md5, noted].compactMap(\.self)), contentType: contentType,
      contentEncoding: contentEncoding, cacheControl: cacheControl, downloadTokens: Set(tokens))
  }
}

/// Several bodies in one (https://datatracker.ietf.org/doc/html/rfc2387).
struct RelatedParts: Hashable, Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// - Parameter boundary: occurs in none of the parts.
  init(boundary: String, parts: [(contentType: String, bytes: [UInt8])]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(1000) { $0 + $1.bytes.count })
    for part in parts {
      bytes += Array("--\(boundary)\r\nContent-Type: \(part.contentType)\r\n\r\n".utf8)
      bytes += part.bytes
      bytes += Array("\r\n".utf8)
    }
    bytes += Array("--\(boundary)--\r\n".utf8)
    self.bytes = bytes
    contentType = "multipart/related; boundary=\(boundary)"
  }
}

extension GoogleBucket: OpenablePlace {
  package func open(_ access: PlaceAccess) async throws(CredentialsError) -> OpenPlace {
    guard let prefix = ObjectPrefix(prefix) else { throw .unusable("its prefix is none") }
    let location = GCSLocation(
      bucket: bucket, endpoint: GCSLocation.endpoint(environment: access.environment),
      acl: predefinedACL.flatMap(GCSLocation.PredefinedACL.init), traits: traits)
    let credentials = chain(access)
    let store = GCSStore(location, credentials: credentials, settings: access.store)
    if access.needsCredentials { try await store.authorized.require() }
    let address =
      addressForm == .firebaseDownload
      ? PublicURLs.firebase(FirebaseDownload(bucket: bucket, prefix: prefix, usesToken: true))
      : try access.publicAddress()
    return OpenPlace(BucketDestination(store, prefix: prefix, address: address), address: address)
  }

  package func credentials(_ access: PlaceAccess) async -> CredentialReport? { await chain(access).report() }

  private func chain(_ access: PlaceAccess) -> CredentialChain<Secret?> {
    GoogleCredentials.chain(environment: access.environment, settings: access.store)
  }
}
