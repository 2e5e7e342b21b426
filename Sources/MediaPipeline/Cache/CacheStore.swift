import Essentials
import Libraries
import MediaFacts
import SystemPackage

/// A store for the entries of a shared cache. Entries may hold anything: the caller checks them.
///
/// Their names are those of Bazel's HTTP cache protocol (https://bazel.build/remote/caching#http-caching): `ac/` and the key of an action for
/// its record, `cas/` and their own digest for bytes.
package protocol CacheStore: Sendable {
  /// The store's location as shown to people; without secrets.
  var name: String { get }

  /// The bytes of an entry, if there is one.
  ///
  /// - Parameter limit: an entry of more bytes is not loaded.
  func get(_ entry: String, limit: Int) async throws(ObjectStoreError) -> LoadedObject

  /// Stores bytes under a name, replacing others.
  func put(_ bytes: [UInt8], as entry: String) async throws(ObjectStoreError)

  /// Removes what killed runs have left.
  func tidy()
}

extension CacheStore {
  package func tidy() {}
}

/// How long a shared cache may take. Rendering a picture takes a second or less, so that a cache that answers later is of little
/// use.
enum CachePatience {
  /// For name lookup, connection and TLS handshake.
  static let connect = Duration.seconds(3)
  /// How long a transfer may stall, in whole seconds.
  static let stall = Duration.seconds(3)
  /// For loading an entry.
  static let load = Duration.seconds(15)
  /// For storing one.
  static let store = Duration.seconds(30)
}

/// A server that knows Bazel's HTTP cache protocol: `GET` and `PUT` of `/ac/` and `/cas/`
/// (https://bazel.build/remote/caching#http-caching). nginx with its DAV module is one, and so is bazel-remote.
///
/// Redirects are not followed, so that credentials go only to this host.
struct HTTPCacheStore: CacheStore {
  private let url: String
  private let authorization: HTTPAuthorization?
  private let connection: StoreConnection

  /// - Parameter url: has no slash at its end.
  init(url: String, authorization: HTTPAuthorization?, settings: StoreSettings) {
    (self.url, self.authorization) = (url, authorization)
    connection = StoreConnection(url, settings: settings)
  }

  var name: String { url }

  func get(_ entry: String, limit: Int) async throws(ObjectStoreError) -> LoadedObject {
    var request = HTTPRequest(.get, "\(url)/\(entry)", bodyLimit: limit, timeLimit: CachePatience.load)
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

  func put(_ bytes: [UInt8], as entry: String) async throws(ObjectStoreError) {
    var request = HTTPRequest(
      .put, "\(url)/\(entry)", fields: [HTTPField("Content-Type", "application/octet-stream")], bodyLimit: 65_536,
      // The settings limit it: to `CachePatience.store`, unless every entry must be stored.
      timeLimit: connection.settings.timeLimit)
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

/// A folder that keeps the entries of a shared cache, on a file system that machines share. Its files are whole or absent.
struct FolderCacheStore: CacheStore {
  let name: String
  let folder: String

  func get(_ entry: String, limit: Int) throws(ObjectStoreError) -> LoadedObject {
    do throws(FileSystemError) { return .found(try FileReading.bytes(of: path(entry), limit: limit)) } catch {
      if error.isMissing { return .missing }
      if [.fileTooLarge, .invalidArgument].contains(error.code) { return .tooLarge }
      throw failure(error)
    }
  }

  func put(_ bytes: [UInt8], as entry: String) throws(ObjectStoreError) {
    let path = path(entry)
    do throws(FileSystemError) {
      try FileSystem.createFolder(FileSystem.parent(of: path))
      // A cut entry is noticed when it is read.
      try DurableFile.write(bytes, to: path, isDurable: false)
    } catch { throw failure(error) }
  }

  func tidy() {
    for kind in ["ac", "cas"] { DurableFile.removeAbandoned(in: folder + "/" + kind) }
  }

  private func path(_ entry: String) -> String { folder + "/" + entry }

  private func failure(_ error: FileSystemError) -> ObjectStoreError {
    ObjectStoreError(error.isOfTheMachine ? .busy : .unusable, store: name, detail: error.message, remedy: error.remedy)
  }
}

/// A bucket that keeps the entries of a shared cache.
package struct BucketCacheStore: CacheStore {
  private let store: ObjectStoreClient
  private let prefix: String

  /// - Parameter prefix: prepended to each name; empty, or ends with a slash.
  package init(_ store: ObjectStoreClient, prefix: String) { (self.store, self.prefix) = (store, prefix) }

  package var name: String { store.name }

  package func get(_ entry: String, limit: Int) async throws(ObjectStoreError) -> LoadedObject {
    try await store.load(prefix + entry, limit: limit, within: CachePatience.load)
  }

  package func put(_ bytes: [UInt8], as entry: String) async throws(ObjectStoreError) {
    try await store.replace(
      ObjectUpload(
        key: prefix + entry, bytes: bytes, digest: ContentDigest(of: bytes),
        contentType: "application/octet-stream"))
  }
}
