import Curl
import Essentials
import MediaFacts

/// A server that knows Bazel's HTTP cache protocol: `GET` and `PUT` of `/ac/` and `/cas/`
/// (https://bazel.build/remote/caching#http-caching). nginx with its DAV module is one, and so is bazel-remote.
///
/// Redirects are not followed, so that credentials go only to this host.
struct HTTPCacheStore: CacheStore {
  private let url: String
  private let authorization: HTTPAuthorization?
  private let connection: StoreConnection
  private let patience: CachePatience

  /// - Parameter url: has no slash at its end.
  init(
    url: String, authorization: HTTPAuthorization? = nil, settings: StoreSettings, patience: CachePatience = .init()
  ) {
    self.url = url
    self.authorization = authorization
    self.patience = patience
    connection = StoreConnection(url, settings: settings)
  }

  var name: String { url }

  func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject {
    var request = HTTPRequest(.get, "\(url)/\(entry.path)", bodyLimit: limit, timeLimit: patience.load)
    request.authorization = authorization
    request.acceptedEncodings = "identity"
    // The body must match its digest as it is, so it is not unpacked.
    request.unpacksBody = false
    return try await connection.send(request) { response throws(ObjectStoreError) in
      switch response.status {
      case 200: response.isBodyCapped ? .tooLarge : .found(response.body)
      case 404, 410: .missing
      default: throw refusal(response)
      }
    }
  }

  func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError) {
    var request = HTTPRequest(
      .put, "\(url)/\(entry.path)", fields: [HTTPField("Content-Type", "application/octet-stream")], bodyLimit: 65_536,
      timeLimit: patience.store)
    request.body = bytes
    request.authorization = authorization
    try await connection.send(request) { response throws(ObjectStoreError) in
      guard (200..<300).contains(response.status) else { throw refusal(response) }
    }
  }

  private func refusal(_ response: HTTPResponse) -> ObjectStoreError {
    let (reason, detail): (ObjectStoreError.Reason, String) =
      switch response.status {
      case 300..<400: (.rejected, "it answers \(response.status), which leads elsewhere, and that is not followed")
      case 401: (.credentials, "status 401")
      case 403: (.forbidden, "status 403")
      case 413: (.rejected, "status 413: an entry is larger than it takes")
      case 507: (.busy, "status 507: it is full")
      case 408, 429, 500..<600: (.busy, "status \(response.status)")
      default: (.rejected, "status \(response.status)")
      }
    return connection.error(reason, response, detail: detail)
  }
}
