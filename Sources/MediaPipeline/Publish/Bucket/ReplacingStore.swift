/// An object store whose objects can be replaced, as those of a cache are. What is published is never replaced.
package protocol ReplacingStore: ObjectStore {
  /// Creates an object, in the place of another if need be.
  ///
  /// - Throws: `ObjectStoreError`.
  func replace(_ upload: ObjectUpload) async throws(ObjectStoreError)
}
