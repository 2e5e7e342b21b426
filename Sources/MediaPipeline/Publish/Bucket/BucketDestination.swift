public import PushDelivery

/// A bucket of an object store, from which some address serves.
public struct BucketDestination<Store: ObjectStore>: Destination {
  public let store: Store
  /// What comes before each name.
  public let prefix: ObjectPrefix
  /// How clients load what lies there.
  public let address: PublicAddress

  public init(_ store: Store, prefix: ObjectPrefix, address: PublicAddress) {
    self.store = store
    self.prefix = prefix
    self.address = address
  }

  /// Looks first, since an upload that is refused has cost its bytes already. The store still decides whether the name is free,
  /// so two runs at once do no harm.
  public func publish(
    _ rendition: some PublishableRendition, slug: String
  ) async throws(PublishError) -> PublishedAsset {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let upload = ObjectUpload(
      key: prefix.text + name, bytes: rendition.bytes, digest: rendition.digest,
      contentType: rendition.mediaFormat.mediaType, downloadToken: address.downloadToken(for: rendition.digest))
    let wasWritten: Bool?
    do throws(ObjectStoreError) { wasWritten = try await put(upload) } catch { throw .store(error) }
    guard let wasWritten else { throw .conflict(name: name) }
    let url = address.url(ofFileNamed: name, digest: rendition.digest)
    return PublishedAsset(name: name, url: url, wasWritten: wasWritten)
  }

  /// - Returns: whether it had to be written; nil when other bytes are there.
  private func put(_ upload: ObjectUpload) async throws(ObjectStoreError) -> Bool? {
    if case .found(let object) = try await store.find(upload.key) { return try compare(upload, object) }
    if try await store.create(upload) == .created { return true }
    switch try await store.find(upload.key) {
    case .found(let object): return try compare(upload, object)
    case .unclear(let error): throw error
    case .missing: return try await putAgain(upload)
    }
  }

  private func compare(_ upload: ObjectUpload, _ object: StoredObject) throws(ObjectStoreError) -> Bool? {
    guard upload.isHeld(by: object) else { return nil }
    if let token = upload.downloadToken, !object.downloadTokens.contains(token) {
      throw ObjectStoreError(.missingToken, store: store.name, detail: upload.key)
    }
    return false
  }

  /// What was there at first has been removed meanwhile.
  private func putAgain(_ upload: ObjectUpload) async throws(ObjectStoreError) -> Bool? {
    try await store.create(upload) == .created ? true : nil
  }
}
