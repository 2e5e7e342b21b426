import Essentials
import Libraries
import MediaFacts
import SystemPackage

/// A store for the entries of a shared cache. Entries may hold anything: the caller checks them.
///
/// Their names are those of Bazel's HTTP cache protocol (https://bazel.build/remote/caching#http-caching): `ac/` and the key of an action for
/// its record, `cas/` and their own digest for bytes.
package struct CacheStore: Sendable {
  /// The store's location as shown to people; without secrets.
  let name: String
  /// Loads an entry of at most so many bytes, if there is one.
  let get: @Sendable (_ entry: String, _ limit: Int) async throws(ObjectStoreError) -> LoadedObject
  /// Stores bytes under a name, replacing others.
  let put: @Sendable (_ bytes: [UInt8], _ entry: String) async throws(ObjectStoreError) -> Void
  /// Removes what killed runs have left.
  let tidy: @Sendable () -> Void

  package init(
    _ name: String,
    get: @escaping @Sendable (_ entry: String, _ limit: Int) async throws(ObjectStoreError) -> LoadedObject,
    put: @escaping @Sendable (_ bytes: [UInt8], _ entry: String) async throws(ObjectStoreError) -> Void,
    tidy: @escaping @Sendable () -> Void = {}
  ) { (self.name, self.get, self.put, self.tidy) = (name, get, put, tidy) }
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

extension CacheStore {
  /// A server that knows Bazel's HTTP cache protocol: `GET` and `PUT` of `/ac/` and `/cas/`
  /// (https://bazel.build/remote/caching#http-caching). nginx with its DAV module is one, and so is bazel-remote.
  ///
  /// Redirects are not followed, so that credentials go only to this host.
  /// - Parameter url: has no slash at its end.
  static func http(_ url: String, _ authorization: HTTPAuthorization?, _ settings: StoreSettings) -> CacheStore {
    let connection = StoreConnection(url, settings: settings)
    return CacheStore(url) { entry, limit throws(ObjectStoreError) in
      var request = HTTPRequest(.get, "\(url)/\(entry)", bodyLimit: limit, timeLimit: CachePatience.load)
      // The body must match its digest as it is, so it is not unpacked.
      (request.authorization, request.acceptedEncodings, request.unpacksBody) = (authorization, "identity", false)
      return try await connection.send(request) { response throws(ObjectStoreError) in
        switch response.status {
        case 200: response.isBodyCapped ? .tooLarge : .found(response.body)
        case 404, 410: .missing
        default: throw connection.refusal(response)
        }
      }
    } put: { bytes, entry throws(ObjectStoreError) in
      var request = HTTPRequest(
        .put, "\(url)/\(entry)", fields: [HTTPField("Content-Type", "application/octet-stream")], bodyLimit: 65_536,
        // The settings limit it: to `CachePatience.store`, unless every entry must be stored.
        timeLimit: settings.timeLimit)
      (request.body, request.authorization) = (bytes, authorization)
      try await connection.send(request) { response throws(ObjectStoreError) in
        guard (200..<300).contains(response.status) else { throw connection.refusal(response) }
      }
    }
  }

  /// A folder on a file system that machines share. Its files are whole or absent.
  static func folder(_ folder: String, named name: String) -> CacheStore {
    @Sendable func failure(_ error: FileSystemError) -> ObjectStoreError {
      ObjectStoreError(
        error.isOfTheMachine ? .busy : .unusable, store: name, detail: error.message, remedy: error.remedy)
    }
    return CacheStore(name) { entry, limit throws(ObjectStoreError) in
      do throws(FileSystemError) { return .found(try FileReading.bytes(of: "\(folder)/\(entry)", limit: limit)) } catch
      {
        if error.isMissing { return .missing }
        if [.fileTooLarge, .invalidArgument].contains(error.code) { return .tooLarge }
        throw failure(error)
      }
    } put: { bytes, entry throws(ObjectStoreError) in
      let path = "\(folder)/\(entry)"
      do throws(FileSystemError) {
        try FileSystem.createFolder(FileSystem.parent(of: path))
        // A cut entry is noticed when it is read.
        try DurableFile.write(bytes, to: path, isDurable: false)
      } catch { throw failure(error) }
    } tidy: {
      for kind in ["ac", "cas"] { DurableFile.removeAbandoned(in: "\(folder)/\(kind)") }
    }
  }

  /// A bucket.
  /// - Parameter prefix: prepended to each name; empty, or ends with a slash.
  static func bucket(_ store: ObjectStoreClient, prefix: String) -> CacheStore {
    CacheStore(store.name) { entry, limit throws(ObjectStoreError) in
      try await store.load(prefix + entry, limit: limit, within: CachePatience.load)
    } put: { bytes, entry throws(ObjectStoreError) in
      try await store.replace(
        ObjectUpload(
          key: prefix + entry, bytes: bytes, digest: ContentDigest(of: bytes), contentType: "application/octet-stream"))
    }
  }

  /// A cache that cannot be used, and why.
  static func closed(_ name: String, _ error: ObjectStoreError) -> CacheStore {
    CacheStore(
      name, get: { _, _ throws(ObjectStoreError) in throw error }, put: { _, _ throws(ObjectStoreError) in throw error }
    )
  }
}

extension StoreConnection {
  /// Why a cache server refused a request.
  fileprivate func refusal(_ response: HTTPResponse) -> ObjectStoreError {
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
    return error(reason, response, detail: detail)
  }
}
