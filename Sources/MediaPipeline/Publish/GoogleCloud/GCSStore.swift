public import Curl
import Essentials
import Findings
import MediaFacts
import PushDelivery

/// A bucket of Google Cloud Storage, by its JSON API.
public struct GCSStore: ObjectStore, ReplacingStore {
  public let location: GCSLocation
  let authorized: AuthorizedConnection<Secret?>

  /// - Parameter credentials: a token; nil inside of them where the service asks for none.
  public init(_ location: GCSLocation, credentials: CredentialChain<Secret?>, settings: StoreSettings = .init()) {
    self.location = location
    let connection = StoreConnection(
      "gs://\(location.bucket) at \(location.endpoint.maskingSecrets)", settings: settings)
    authorized = AuthorizedConnection(connection, credentials) { $0.map { .bearer($0) } }
  }

  var connection: StoreConnection { authorized.connection }

  public var name: String { connection.store }

  public var cacheControl: String { location.traits.cacheControl ?? ObjectUpload.cacheControl }

  public func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup {
    let request = HTTPRequest(.get, location.metadataURL(ofKey: key), bodyLimit: 1_000_000, timeLimit: .seconds(60))
    return try await send(request) { response throws(ObjectStoreError) in
      switch response.status {
      case 200:
        guard let object = try? JSONDecoder().decode(GoogleObject.self, from: Data(response.body)) else {
          throw connection.strange(response, "its answer describes no object")
        }
        return .found(object.stored)
      case 404: return .missing
      case 403: return .unclear(error(response))
      default: throw error(response)
      }
    }
  }

  public func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation {
    let multipart = try multipart(upload)
    var request = HTTPRequest(
      .post, location.uploadURL, fields: [HTTPField("Content-Type", multipart.contentType)], bodyLimit: 1_000_000,
      timeLimit: connection.settings.timeLimit)
    request.body = multipart.bytes
    return try await send(request) { response throws(ObjectStoreError) in
      switch response.status {
      case 200, 201:
        try requireObject(response)
        return .created
      case 412: return .alreadyThere(asked.explained(error(response)))
      default: throw asked.explained(error(response))
      }
    }
  }

  public func load(
    _ key: String, limit: Int, within time: Duration
  ) async throws(ObjectStoreError) -> LoadedObject {
    var request = HTTPRequest(.get, location.contentURL(ofKey: key), bodyLimit: limit, timeLimit: time)
    request.unpacksBody = false
    return try await send(request) { response throws(ObjectStoreError) in
      switch response.status {
      case 200:
        guard !response.isPage(unlessFieldsBegin: "x-g") else {
          throw connection.strange(response, "a page in the object's place")
        }
        return response.isBodyCapped ? .tooLarge : .found(response.body)
      case 404: return .missing
      default: throw error(response)
      }
    }
  }

  package func replace(_ upload: ObjectUpload) async throws(ObjectStoreError) {
    let multipart = try multipart(upload, mayChange: true)
    var request = HTTPRequest(
      .post, location.replacingUploadURL, fields: [HTTPField("Content-Type", multipart.contentType)],
      bodyLimit: 1_000_000, timeLimit: connection.settings.timeLimit)
    request.body = multipart.bytes
    try await send(request) { response throws(ObjectStoreError) in
      guard [200, 201].contains(response.status) else { throw error(response) }
      try requireObject(response)
    }
  }

  /// An upload is answered with the object's resource.
  private func requireObject(_ response: HTTPResponse) throws(ObjectStoreError) {
    guard (try? JSONDecoder().decode(JSONValue.self, from: Data(response.body)))?["name"]?.text != nil else {
      throw connection.strange(response, "its answer describes no object")
    }
  }

  private var asked: AskedTraits {
    AskedTraits([
      ("predefined-acl", location.acl != nil), ("kms-key", location.traits.encryptionKey != nil),
      ("storage-class", location.traits.storageClass != nil),
    ])
  }

  /// A boundary made of the digest of the bytes is among them only by a miracle. It may have seventy characters.
  ///
  /// - Parameter mayChange: whether other bytes may come to have its name.
  private func multipart(
    _ upload: ObjectUpload, mayChange: Bool = false
  ) throws(ObjectStoreError) -> RelatedParts {
    var object = GoogleObject(upload, mayChange ? .init() : location.traits)
    if mayChange { object.cacheControl = "no-store" }
    guard let metadata = try? JSONEncoder().encode(object) else {
      throw ObjectStoreError(.rejected, store: name, detail: "the object's key is not Unicode text")
    }
    return RelatedParts(
      boundary: "richpush-\(upload.digest.hex.prefix(48))",
      parts: [("application/json; charset=UTF-8", Array(metadata)), (upload.contentType, upload.bytes)])
  }

  func send<Value: Sendable>(
    _ request: HTTPRequest, judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    try await authorized.send(request, judge: judge)
  }

  func error(_ response: HTTPResponse) -> ObjectStoreError {
    let document = GoogleErrorDocument(response.body)
    let words = document.words.isEmpty ? "status \(response.status)" : document.words
    let reason: ObjectStoreError.Reason =
      switch response.status {
      case 403 where ["rateLimitExceeded", "userRateLimitExceeded"].contains(document.code): .busy
      case 400 where document.message.hasPrefix("Provided MD5 hash"): .interrupted
      case 400 where document.message.lowercased().contains("object name"): .rejected
      default: response.reasonOfStatus
      }
    return connection.error(reason, response, detail: words)
  }
}

/// What Google's services say when they refuse a request: `{"error": {"message", "errors": [{"reason"}]}}`
/// (https://cloud.google.com/storage/docs/json_api/v1/status-codes), or `{"error", "error_description"}` where tokens are given.
struct GoogleErrorDocument: Hashable, Sendable {
  /// A code for programs, such as `forbidden` or `invalid_grant`.
  let code: String
  let message: String

  init(_ bytes: [UInt8]) {
    let document = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    let error = document?["error"]
    if let code = error?.text {
      self.code = code
      message = document?["error_description"]?.text ?? ""
    } else {
      code = error?["errors"]?.first?["reason"]?.text ?? ""
      message = error?["message"]?.text ?? ""
    }
  }

  /// The two in one line; empty when there are none.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }
}

extension JSONValue {
  fileprivate var first: JSONValue? {
    guard case .array(let elements) = self else { return nil }
    return elements.first
  }
}
