import MediaFacts

/// A bucket that keeps the entries of a shared cache.
package struct BucketCacheStore: CacheStore {
  private let store: ObjectStoreClient
  private let prefix: String
  private let patience: CachePatience

  /// - Parameter prefix: prepended to each name; empty, or ends with a slash.
  package init(_ store: ObjectStoreClient, prefix: String, patience: CachePatience = .init()) {
    self.store = store
    self.prefix = prefix
    self.patience = patience
  }

  package var name: String { store.name }

  package func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject {
    try await store.load(prefix + entry.path, limit: limit, within: patience.load)
  }

  package func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError) {
    try await store.replace(
      ObjectUpload(
        key: prefix + entry.path, bytes: bytes, digest: ContentDigest(of: bytes),
        contentType: "application/octet-stream"))
  }
}
