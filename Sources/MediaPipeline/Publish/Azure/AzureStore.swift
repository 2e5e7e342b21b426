import Cryptography
import Curl
import Essentials
import Findings
import MediaFacts
public import PushDelivery

/// A container of Azure Blob Storage, by its REST interface (https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api).
public struct AzureStore: ObjectStore, ReplacingStore {
  public let location: AzureLocation
  let authorized: AuthorizedConnection<AzureCredentials>
  private let traits: ObjectTraits

  /// - Parameter traits: what new blobs get: their tier (`storageClass`), `cacheControl` and `tags`.
  public init(
    _ location: AzureLocation, credentials: CredentialChain<AzureCredentials>, traits: ObjectTraits = .init(),
    settings: StoreSettings = .init()
  ) {
    self.location = location
    self.traits = traits
    let connection = StoreConnection(location.containerURL, settings: settings)
    authorized = AuthorizedConnection(
      connection, credentials, hiding: \.secrets,
      signed: { request, credentials in credentials.sign(request, to: location.account, at: settings.clock.date()) })
  }

  var connection: StoreConnection { authorized.connection }

  public var name: String { connection.store }

  public var cacheControl: String { traits.cacheControl ?? ObjectUpload.cacheControl }

  public func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup {
    try await send(request(.head, key)) { response throws(ObjectStoreError) in
      switch response.status {
      case 200:
        guard !isPage(response) else { throw connection.strange(response, "a page in the blob's place") }
        return .found(StoredObject(azure: response))
      case 404 where !AzureErrorDocument(response).isAboutContainer: return .missing
      default:
        let error = error(response)
        // Who may create blobs need not be allowed to look for them.
        if error.isTransient { throw error }
        return .unclear(error)
      }
    }
  }

  public func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation {
    var request = request(putting: upload, cacheControl: cacheControl)
    request.fields += [HTTPField("If-None-Match", "*"), HTTPField("x-ms-meta-sha256", upload.digest.hex)]
    request.fields += traits.azureFields
    return try await send(request) { response throws(ObjectStoreError) in
      if try isTaken(response) { return .created }
      let error = asked.explained(error(response))
      guard AzureErrorDocument(response).saysThatItExists else { throw error }
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
        guard !isPage(response) else { throw connection.strange(response, "a page in the blob's place") }
        return response.isBodyCapped ? .tooLarge : .found(response.body)
      case 404 where !AzureErrorDocument(response).isAboutContainer: return .missing
      default: throw error(response)
      }
    }
  }

  package func replace(_ upload: ObjectUpload) async throws(ObjectStoreError) {
    try await send(request(putting: upload, cacheControl: "no-store")) { response throws(ObjectStoreError) in
      guard try isTaken(response) else { throw error(response) }
    }
  }

  /// Whether the answer to an upload says that it is there: Azure's own has no body.
  private func isTaken(_ response: HTTPResponse) throws(ObjectStoreError) -> Bool {
    guard response.status == 201 else { return false }
    guard response.isBodyBlank || !response.isBodyPage && response.field("ETag") != nil else {
      throw connection.strange(response, "a body that Azure answers no upload with")
    }
    return true
  }

  /// All answers of Azure's have fields of this kind, so that somebody's blob may be a page.
  private func isPage(_ response: HTTPResponse) -> Bool { response.isPage(unlessFieldsBegin: "x-ms-") }

  private var asked: AskedTraits {
    AskedTraits([("access-tier", traits.storageClass != nil), ("tags", !traits.tags.isEmpty)])
  }

  /// Put Blob (https://learn.microsoft.com/rest/api/storageservices/put-blob), which compares what arrives with `Content-MD5`.
  private func request(putting upload: ObjectUpload, cacheControl: String) -> HTTPRequest {
    var request = request(.put, upload.key)
    request.fields += [
      HTTPField("Content-Type", upload.contentType), HTTPField("Content-MD5", upload.md5.base64),
      HTTPField("x-ms-blob-type", "BlockBlob"), HTTPField("x-ms-blob-cache-control", cacheControl),
    ]
    request.body = upload.bytes
    return request
  }

  private func request(_ method: HTTPMethod, _ key: String) -> HTTPRequest {
    request(method, url: location.url(ofKey: key))
  }

  func request(_ method: HTTPMethod, url: String) -> HTTPRequest {
    HTTPRequest(
      method, url, fields: [HTTPField("x-ms-version", Self.version)], bodyLimit: 65_536,
      timeLimit: connection.settings.timeLimit)
  }

  /// The first version of the interface that has the tier Cold
  /// (https://learn.microsoft.com/rest/api/storageservices/version-2021-12-02).
  private static let version = "2021-12-02"

  func send<Value: Sendable>(
    _ request: HTTPRequest, judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    try await authorized.send(request, judge: judge)
  }

  func error(_ response: HTTPResponse) -> ObjectStoreError {
    let document = AzureErrorDocument(response)
    let verdict = AzureVerdict(response, document, clockLead: connection.clockLead(response))
    var error = connection.error(verdict.reason, response, detail: document.words)
    error.remedy = verdict.remedy ?? error.remedy
    return error
  }
}

extension ObjectTraits {
  /// https://learn.microsoft.com/rest/api/storageservices/put-blob#request-headers-all-blob-types
  fileprivate var azureFields: [HTTPField] {
    let tagging = tags.map { "\(PercentEncoding.component($0.name))=\(PercentEncoding.component($0.value))" }
    let fields = [
      ("x-ms-access-tier", storageClass), ("x-ms-tags", tags.isEmpty ? nil : tagging.joined(separator: "&")),
    ]
    return fields.compactMap { name, value in value.map { HTTPField(name, $0) } }
  }
}

extension StoredObject {
  /// An answer to Get Blob Properties (https://learn.microsoft.com/rest/api/storageservices/get-blob-properties).
  /// Azure keeps no MD5 digest of blobs that came in several parts.
  fileprivate init(azure response: HTTPResponse) {
    let noted = response.field("x-ms-meta-sha256").flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    let md5 = response.field("Content-MD5").flatMap { Data(base64Encoded: $0) }.map { ObjectDigest.md5(Array($0)) }
    self.init(
      byteCount: response.field("Content-Length").flatMap { Int($0) }, digests: Set([noted, md5].compactMap(\.self)),
      contentType: response.field("Content-Type"), contentEncoding: response.field("Content-Encoding"),
      cacheControl: response.field("Cache-Control"))
  }
}
