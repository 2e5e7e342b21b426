/// An object store whose objects can be loaded and replaced, as those of a cache are. What is published is never replaced.
package protocol ReplacingStore: ObjectStore {
  /// The bytes of the object of this key, if there is one that has no more than `limit`.
  ///
  /// - Throws: `ObjectStoreError`.
  func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject

  /// Creates an object, in the place of another if need be.
  ///
  /// - Throws: `ObjectStoreError`.
  func replace(_ upload: ObjectUpload) async throws(ObjectStoreError)
}

/// What a store gives for a key.
package enum LoadedObject: Hashable, Sendable {
  case found([UInt8])
  case missing
  /// There is something that has more bytes than were asked for.
  case tooLarge
}
