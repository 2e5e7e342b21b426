package import MediaFacts

/// A store for the entries of a shared cache. Entries may hold anything: the caller checks them.
package protocol CacheStore: Sendable {
  /// The store's location as shown to people; without secrets.
  var name: String { get }

  /// The bytes of an entry, if there is one.
  ///
  /// - Parameter limit: an entry of more bytes is not loaded.
  /// - Throws: `ObjectStoreError`.
  func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject

  /// Stores bytes under a name, replacing others.
  ///
  /// - Throws: `ObjectStoreError`.
  func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError)
}

/// The name of an entry of a shared cache, as Bazel's HTTP cache protocol has it
/// (https://bazel.build/remote/caching#http-caching).
package enum CacheEntryName: Hashable, Sendable {
  /// The record under the key of an action.
  case action(ContentDigest)
  /// Bytes under their own digest.
  case content(ContentDigest)

  /// The path below the cache's URL.
  package var path: String {
    switch self {
    case .action(let key): "ac/\(key.hex)"
    case .content(let digest): "cas/\(digest.hex)"
    }
  }
}

/// How long a shared cache may take. Rendering a picture takes a second or less, so that a cache that answers later is of little
/// use.
package struct CachePatience: Hashable, Sendable {
  /// For name lookup, connection and TLS handshake.
  package var connect = Duration.seconds(3)
  /// How long a transfer may stall, in whole seconds.
  package var stall = Duration.seconds(3)
  /// For loading an entry.
  package var load = Duration.seconds(15)
  /// For storing one.
  package var store = Duration.seconds(60)
  /// For all pending uploads when the run has nothing else to do.
  package var end = Duration.seconds(30)

  package init() {}
}
