import Essentials
import Findings
package import Libraries
import MediaFacts
package import PushDelivery

/// Google Cloud Storage, by its JSON API.
package struct GoogleDialect: StoreDialect {
  private let bucket: GoogleBucket
  private let endpoint: String

  /// The endpoint has a scheme, a host and perhaps a port.
  package init(_ bucket: GoogleBucket, endpoint: String) {
    (self.bucket, self.endpoint) = (bucket, endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint)
  }

  /// The endpoint in `STORAGE_EMULATOR_HOST`, a URL or `host:port` as in Google's libraries; otherwise Google's own.
  package static func endpoint(environment: [String: String]) -> String {
    let host = environment["STORAGE_EMULATOR_HOST"] ?? ""
    return host.isEmpty ? "https://storage.googleapis.com" : host.contains("://") ? host : "http://\(host)"
  }

  package var name: String { "gs://\(bucket.bucket) at \(endpoint.maskingSecrets)" }
  package var cacheControl: String? { bucket.cacheControl }
  package var fieldPrefix: String { "x-g" }

  private var path: String { "b/\(PercentEncoding.component(bucket.bucket))/o" }

  package func url(of key: String) -> String { "\(endpoint)/storage/v1/\(path)/\(PercentEncoding.component(key))" }

  package func find(_ key: String) -> HTTPRequest { HTTPRequest(.get, url(of: key)) }

  package func load(_ key: String) -> HTTPRequest { HTTPRequest(.get, url(of: key) + "?alt=media") }

  package func list(_ prefix: String) -> HTTPRequest {
    let query = FormText.joined([("prefix", prefix), ("maxResults", "1"), ("fields", "items(name)")])
    return HTTPRequest(.get, "\(endpoint)/storage/v1/\(path)?\(query)")
  }

  /// An object's resource and its bytes in one body (https://datatracker.ietf.org/doc/html/rfc2387). The bytes practically never contain a
  /// boundary made from their digest. It may have seventy characters.
  package func put(_ upload: ObjectUpload, isNew: Bool) -> HTTPRequest {
    let boundary = "richpush-\(upload.digest.hex.prefix(48))"
    let resource = resource(upload, cacheControl: isNew ? lifetime : "no-store")
    let json = (try? JSONEncoder().encode(resource)) ?? Data()
    // Generation 0 means a missing object, so an object is only created (https://cloud.google.com/storage/docs/request-preconditions).
    let query = FormText.joined([
      ("uploadType", "multipart"), ("ifGenerationMatch", isNew ? "0" : nil),
      ("predefinedAcl", isNew ? bucket.predefinedACL : nil),
    ])
    var request = HTTPRequest(.post, "\(endpoint)/upload/storage/v1/\(path)?\(query)")
    request.fields = [HTTPField("Content-Type", "multipart/related; boundary=\(boundary)")]
    for (type, bytes) in [("application/json; charset=UTF-8", Array(json)), (upload.contentType, upload.bytes)] {
      request.body += Array("--\(boundary)\r\nContent-Type: \(type)\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
    request.body += Array("--\(boundary)--\r\n".utf8)
    return request
  }

  /// https://cloud.google.com/storage/docs/json_api/v1/objects
  private func resource(_ upload: ObjectUpload, cacheControl: String) -> JSONValue {
    let metadata = [Self.digestKey: upload.digest.hex, Self.tokensKey: upload.downloadToken]
    let texts = [
      "name": upload.key, "contentType": upload.contentType, "cacheControl": cacheControl,
      "md5Hash": upload.md5.base64,
    ]
    return JSONValue(present: texts).merging(["metadata": JSONValue(present: metadata)])
  }

  private static let digestKey = "sha256"
  /// Where Firebase Storage keeps the tokens that let anyone load the object, separated by commas.
  private static let tokensKey = "firebaseStorageDownloadTokens"

  package func object(_ response: HTTPResponse) -> StoredObject? {
    guard let object = JSONValue(json: response.body), object.members != nil else { return nil }
    // In Base64. Composed objects have none.
    let md5 = object["md5Hash"]?.text.flatMap { Data(base64Encoded: $0) }.map { ObjectDigest.md5(Array($0)) }
    let metadata = object["metadata"]
    let noted = metadata?[Self.digestKey]?.text.flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    let tokens = metadata?[Self.tokensKey]?.text?.split(separator: ",").map(String.init) ?? []
    return StoredObject(
      byteCount: object["size"]?.text.flatMap { Int($0) }, digests: Set([md5, noted].compactMap(\.self)),
      contentType: object["contentType"]?.text, contentEncoding: object["contentEncoding"]?.text,
      cacheControl: object["cacheControl"]?.text, downloadTokens: Set(tokens))
  }

  package func confirms(_ response: HTTPResponse) -> Bool { JSONValue(json: response.body)?["name"]?.text != nil }

  /// An empty list has no items (https://cloud.google.com/storage/docs/json_api/v1/objects/list).
  package func isList(_ body: [UInt8]) -> Bool { JSONValue(json: body)?.members != nil }

  package func refusal(_ response: HTTPResponse) -> StoreRefusal {
    var refusal = StoreRefusal(google: response.body)
    switch response.status {
    case 412: refusal.reason = .taken
    case 403 where ["rateLimitExceeded", "userRateLimitExceeded"].contains(refusal.code): refusal.reason = .busy
    case 400 where refusal.message.hasPrefix("Provided MD5 hash"): refusal.reason = .interrupted
    case 400 where refusal.message.lowercased().contains("object name"): refusal.reason = .rejected
    default: break
    }
    return refusal
  }
}

extension JSONValue {
  /// An object with the members that have a value.
  fileprivate init(present texts: [String: String?]) {
    self = .object(texts.compactMapValues { $0.map { JSONValue.string($0) } })
  }

  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension StoreRefusal {
  /// A refusal of Google's services: `{"error": {"message", "errors": [{"reason"}]}}`
  /// (https://cloud.google.com/storage/docs/json_api/v1/status-codes), or `{"error", "error_description"}` from token services.
  init(google bytes: [UInt8]) {
    let document = JSONValue(json: bytes)
    let error = document?["error"]
    let code = error?.text ?? error?["errors"]?.elements.first?["reason"]?.text ?? ""
    let message = error?.text == nil ? error?["message"] : document?["error_description"]
    self.init(code: code, message: message?.text ?? "")
  }
}

extension GoogleBucket: BucketPlace {
  package func dialect(environment: [String: String]) -> (any StoreDialect)? {
    GoogleDialect(self, endpoint: GoogleDialect.endpoint(environment: environment))
  }

  package func address(_ prefix: ObjectPrefix) -> PublicURLs? {
    guard addressForm == .firebaseDownload else { return nil }
    return .firebase(FirebaseDownload(bucket: bucket, prefix: prefix, usesToken: true))
  }
}
