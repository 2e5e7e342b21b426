package import MediaFacts

/// A place that keeps the entries of a shared cache. What is there may be anything: whoever asks checks it.
package protocol CacheStore: Sendable {
  /// What is said to people of where it lies; without secrets.
  var name: String { get }

  /// The bytes of an entry, if there is one.
  ///
  /// - Parameter limit: an entry of more bytes is not loaded.
  /// - Throws: `ObjectStoreError`.
  func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject

  /// Keeps bytes under a name, in the place of others.
  ///
  /// - Throws: `ObjectStoreError`.
  func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError)
}

/// The name of an entry of a shared cache, as Bazel's HTTP cache protocol has it
/// (https://bazel.build/remote/caching#http-caching).
package enum CacheEntryName: Hashable, Sendable {
  /// What is known under the key of an action.
  case action(ContentDigest)
  /// Bytes under their own digest.
  case content(ContentDigest)

  /// Below the address of the cache.
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
  /// For how long nothing may move, in whole seconds.
  package var stall = Duration.seconds(3)
  /// For the answer to a question.
  package var load = Duration.seconds(15)
  /// For taking an entry.
  package var store = Duration.seconds(60)
  /// For all that still waits to be stored when a run has nothing else to do.
  package var end = Duration.seconds(30)

  package init() {}
}
