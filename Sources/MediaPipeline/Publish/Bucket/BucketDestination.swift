import Findings
public import MediaFacts
public import PushDelivery

/// A bucket of an object store, served at some address.
public struct BucketDestination<Store: ObjectStore>: Destination {
  public let store: Store
  /// The prefix of each name.
  public let prefix: ObjectPrefix
  /// How clients load its objects.
  public let address: PublicURLs

  public init(_ store: Store, prefix: ObjectPrefix, address: PublicURLs) {
    self.store = store
    self.prefix = prefix
    self.address = address
  }

  /// Looks first, since a refused upload has already sent its bytes. The store still decides whether the name is free, so two runs at once
  /// do no harm.
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

  /// - Returns: whether it was written; nil if other bytes are there.
  private func put(_ upload: ObjectUpload) async throws(ObjectStoreError) -> Bool? {
    if case .found(let object) = try await store.find(upload.key) { return try await compare(upload, object) }
    // Twice, in case a first object has since been removed.
    var refusal: ObjectStoreError?
    for _ in 1...2 {
      guard case .alreadyThere(let said) = try await store.create(upload) else { return true }
      switch try await store.find(upload.key) {
      case .found(let object): return try await compare(upload, object)
      case .unclear(let error): throw error
      case .missing: refusal = said
      }
    }
    throw refusal ?? ObjectStoreError(.refusing, store: store.name, detail: upload.key)
  }

  private func compare(_ upload: ObjectUpload, _ object: StoredObject) async throws(ObjectStoreError) -> Bool? {
    guard try await holds(upload, object) else { return nil }
    if let told = object.contentType, MediaType.essence(told) != MediaType.essence(upload.contentType) {
      throw unfit(
        upload, "has the type \(told.printable) instead of \(upload.contentType), by which clients would not show it")
    }
    if let coding = object.contentEncoding.flatMap(ContentCoding.unpacked) {
      throw unfit(
        upload, "is served with Content-Encoding \(coding), and its bytes are not packed: no client could read them")
    }
    if let told = object.cacheControl, let directive = CacheDirective.hindering(told, besides: store.cacheControl) {
      throw unfit(
        upload,
        "is served with Cache-Control \(told.printable), and no cache between the store and phones keeps what says \(directive)"
      )
    }
    if let token = upload.downloadToken, !object.downloadTokens.contains(token) {
      throw ObjectStoreError(.missingToken, store: store.name, detail: upload.key)
    }
    return false
  }

  private func unfit(_ upload: ObjectUpload, _ fault: String) -> ObjectStoreError {
    ObjectStoreError(.unfit, store: store.name, detail: "\(upload.key) \(fault)")
  }

  /// Credentials that may create objects may be unable to load them; then unproven bytes count as different.
  private func holds(_ upload: ObjectUpload, _ object: StoredObject) async throws(ObjectStoreError) -> Bool {
    if let isHeld = upload.isHeld(by: object) { return isHeld }
    do throws(ObjectStoreError) {
      let loaded = try await store.load(upload.key, limit: upload.bytes.count, within: .seconds(60))
      return loaded == .found(upload.bytes)
    } catch {
      // A stand-in's response says nothing about the object.
      if error.isTransient || error.reason == .unusable { throw error }
      return false
    }
  }
}

/// `Cache-Control` values (https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2).
private enum CacheDirective {
  /// A directive that stops network caches from sharing a file; nil without one.
  ///
  /// - Parameter wanted: the wanted value: directives in it are allowed.
  static func hindering(_ text: String, besides wanted: String) -> String? {
    ["no-store", "private"].first { names(text).contains($0) && !names(wanted).contains($0) }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { directive in
      (directive.split(separator: "=").first ?? "").filter { !$0.isWhitespace }.lowercased()
    }
  }
}

/// A bucket of objects. Objects are whole or absent: no store shows half an upload.
public protocol ObjectStore: Sendable {
  /// Its name in errors: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  var name: String { get }

  /// The `Cache-Control` of new objects.
  var cacheControl: String { get }

  /// Looks for the object of this key.
  ///
  /// - Throws: `ObjectStoreError` if a later attempt may help.
  func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup

  /// Creates an object if its key is free, which the store decides; it never overwrites. The store checks the bytes against the digests
  /// that are sent along.
  ///
  /// - Throws: `ObjectStoreError`.
  func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation

  /// The bytes of the object of this key, if it exists and has no more than `limit`.
  ///
  /// - Throws: `ObjectStoreError`.
  func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject
}

/// The result of looking for an object.
public enum ObjectLookup: Hashable, Sendable {
  case found(StoredObject)
  case missing
  /// The store does not tell, and why. Credentials that may create objects may not look for them: S3 then answers 403 for a missing object.
  case unclear(ObjectStoreError)
}

public enum ObjectCreation: Hashable, Sendable {
  case created
  /// The store's message, in case no object is found there: it may mean another precondition.
  case alreadyThere(ObjectStoreError)

  package var isAlreadyThere: Bool { self != .created }
}

/// A store's object for a key.
public enum LoadedObject: Hashable, Sendable {
  case found([UInt8])
  case missing
  /// The object has more bytes than the limit.
  case tooLarge
}

/// A store's description of an object.
public struct StoredObject: Hashable, Sendable {
  public var byteCount: Int?
  /// Digests that the store computed of its bytes, and those that the uploader noted, which may be false.
  public var digests: Set<ObjectDigest>
  public var contentType: String?
  /// Its content encoding; nil if the store does not tell.
  public var contentEncoding: String?
  /// The `Cache-Control` that it is served with; nil if none or unknown.
  public var cacheControl: String?
  /// Firebase tokens: each lets anyone load it.
  public var downloadTokens: Set<String>

  public init(
    byteCount: Int?, digests: Set<ObjectDigest>, contentType: String?, contentEncoding: String? = nil,
    cacheControl: String? = nil, downloadTokens: Set<String> = []
  ) {
    self.byteCount = byteCount
    self.digests = digests
    self.contentType = contentType
    self.contentEncoding = contentEncoding
    self.cacheControl = cacheControl
    self.downloadTokens = downloadTokens
  }
}

public enum ObjectDigest: Hashable, Sendable {
  case sha256(ContentDigest)
  /// Sixteen bytes.
  case md5([UInt8])
}
