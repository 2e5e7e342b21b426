import Cryptography
import Curl
import Findings
import MediaFacts
public import PushDelivery

/// A bucket of Amazon S3 or of a store that is compatible with it.
public struct S3Store: ObjectStore, ReplacingStore {
  public let location: S3Location
  let authorized: AuthorizedConnection<AWSCredentials>
  private let traits: ObjectTraits

  /// - Parameter traits: what new objects get.
  public init(
    _ location: S3Location, credentials: CredentialChain<AWSCredentials>, traits: ObjectTraits = .init(),
    settings: StoreSettings = .init()
  ) {
    self.location = location
    self.traits = traits
    let connection = StoreConnection(
      "s3://\(location.bucket) at \(location.endpoint.maskingSecrets)", settings: settings)
    let signature = AWSSignature(region: location.region, service: "s3")
    authorized = AuthorizedConnection(
      connection, credentials, hiding: \.secrets, signed: { signature.sign($0, as: $1, at: settings.clock.date()) })
  }

  public init(_ location: S3Location, credentials: AWSCredentials, settings: StoreSettings = .init()) {
    self.init(location, credentials: CredentialChain(credentials), settings: settings)
  }

  var connection: StoreConnection { authorized.connection }

  public var name: String { connection.store }

  public var cacheControl: String { traits.cacheControl ?? ObjectUpload.cacheControl }

  public func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup {
    try await send(request(.head, key)) { response throws(ObjectStoreError) in
      switch response.status {
      case 200:
        guard !isPage(response) else { throw connection.strange(response, "a page in the object's place") }
        return .found(StoredObject(s3: response))
      case 404: return .missing
      default:
        let error = error(response)
        // An answer to HEAD has no words; those to an upload will have.
        if error.isTransient { throw error }
        return .unclear(error)
      }
    }
  }

  public func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation {
    var request = request(putting: upload)
    request.fields += [
      HTTPField("cache-control", cacheControl), HTTPField("if-none-match", "*"),
      HTTPField("x-amz-meta-sha256", upload.digest.hex),
    ]
    request.fields += traits.s3Fields
    return try await send(request) { response throws(ObjectStoreError) in
      if try isTaken(response) { return .created }
      let error = asked.explained(error(response))
      guard response.status == 412 else { throw error }
      return .alreadyThere(error)
    }
  }

  public func load(
    _ key: String, limit: Int, within time: Duration
  ) async throws(ObjectStoreError) -> LoadedObject {
    var request = request(.get, key)
    request.bodyLimit = limit
    request.timeLimit = time
    request.unpacksBody = false
    return try await send(request) { response throws(ObjectStoreError) in
      switch response.status {
      case 200:
        guard !isPage(response) else { throw connection.strange(response, "a page in the object's place") }
        return response.isBodyCapped ? .tooLarge : .found(response.body)
      case 404 where S3ErrorDocument(response.body).code != "NoSuchBucket": return .missing
      default: throw error(response)
      }
    }
  }

  package func replace(_ upload: ObjectUpload) async throws(ObjectStoreError) {
    try await send(request(putting: upload)) { response throws(ObjectStoreError) in
      guard try isTaken(response) else { throw error(response) }
    }
  }

  /// Whether the answer to an upload says that it is there. S3's own has an entity tag and no body; a server that sends no tag is believed,
  /// and none that sends a page or an error, whatever its status is.
  private func isTaken(_ response: HTTPResponse) throws(ObjectStoreError) -> Bool {
    guard [200, 201, 204].contains(response.status) else { return false }
    guard !response.isBodyBlank else { return true }
    let document = S3ErrorDocument(response.body)
    if !document.code.isEmpty { throw error(response) }
    guard !response.isBodyPage, response.field("ETag") != nil else {
      throw connection.strange(response, "a body that no store answers an upload with")
    }
    return true
  }

  /// Answers of Amazon's, MinIO's and Ceph's have fields of this kind, so that somebody's object may be a page.
  private func isPage(_ response: HTTPResponse) -> Bool { response.isPage(unlessFieldsBegin: "x-amz") }

  private var asked: AskedTraits {
    AskedTraits([
      ("acl", traits.acl != nil), ("server-side-encryption", traits.encryption != nil),
      ("kms-key", traits.encryptionKey != nil), ("storage-class", traits.storageClass != nil),
      ("tags", !traits.tags.isEmpty),
    ])
  }

  private func request(_ method: HTTPMethod, _ key: String) -> HTTPRequest {
    request(method, url: location.url(ofKey: key))
  }

  func request(_ method: HTTPMethod, url: String) -> HTTPRequest {
    HTTPRequest(method, url, bodyLimit: 65_536, timeLimit: connection.settings.timeLimit)
  }

  /// The store compares what arrives with both digests.
  private func request(putting upload: ObjectUpload) -> HTTPRequest {
    var request = request(.put, upload.key)
    request.fields = [
      HTTPField("content-type", upload.contentType), HTTPField("content-md5", upload.md5.base64),
      HTTPField("x-amz-content-sha256", upload.digest.hex),
    ]
    request.body = upload.bytes
    return request
  }

  func send<Value: Sendable>(
    _ request: HTTPRequest, judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    try await authorized.send(request, judge: judge)
  }

  func error(_ response: HTTPResponse) -> ObjectStoreError {
    let document = S3ErrorDocument(response.body)
    let words = document.words.isEmpty ? "status \(response.status)" : document.words
    let verdict = S3Verdict(response, document, location, connection)
    var error = connection.error(verdict.reason, response, detail: words)
    error.remedy = verdict.remedy ?? error.remedy
    return error
  }
}

extension ObjectTraits {
  /// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
  fileprivate var s3Fields: [HTTPField] {
    let tagging = tags.map { "\(PercentEncoding.component($0.name))=\(PercentEncoding.component($0.value))" }
    let fields = [
      ("x-amz-acl", acl), ("x-amz-server-side-encryption", encryption),
      ("x-amz-server-side-encryption-aws-kms-key-id", encryptionKey), ("x-amz-storage-class", storageClass),
      ("x-amz-tagging", tags.isEmpty ? nil : tagging.joined(separator: "&")),
    ]
    return fields.compactMap { name, value in value.map { HTTPField(name, $0) } }
  }
}

extension StoredObject {
  /// An answer to HEAD.
  fileprivate init(s3 response: HTTPResponse) {
    let noted = response.field("x-amz-meta-sha256").flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    self.init(
      byteCount: response.field("Content-Length").flatMap { Int($0) },
      digests: Set([noted, response.md5OfEntityTag.map { .md5($0) }].compactMap(\.self)),
      contentType: response.field("Content-Type"), contentEncoding: response.field("Content-Encoding"),
      cacheControl: response.field("Cache-Control"))
  }
}

extension HTTPResponse {
  /// The MD5 digest that the entity tag is; nil where it is none, or where a key of the store's key service took part in it.
  var md5OfEntityTag: [UInt8]? {
    let isEncrypted = field("x-amz-server-side-encryption")?.hasPrefix("aws:kms") == true
    return isEncrypted ? nil : field("ETag").flatMap { EntityTag(field: $0).md5 }
  }
}
