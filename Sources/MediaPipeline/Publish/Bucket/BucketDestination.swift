import Findings
public import MediaFacts
public import PushDelivery

/// A bucket of an object store, from which some address serves.
public struct BucketDestination<Store: ObjectStore>: Destination {
  public let store: Store
  /// What comes before each name.
  public let prefix: ObjectPrefix
  /// How clients load what lies there.
  public let address: PublicURLs

  public init(_ store: Store, prefix: ObjectPrefix, address: PublicURLs) {
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
    if case .found(let object) = try await store.find(upload.key) { return try await compare(upload, object) }
    // Once more where what was there at first has been removed meanwhile.
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

  /// Who may create objects need not be allowed to load them; what nobody can prove is taken to be something else then.
  private func holds(_ upload: ObjectUpload, _ object: StoredObject) async throws(ObjectStoreError) -> Bool {
    if let isHeld = upload.isHeld(by: object) { return isHeld }
    do throws(ObjectStoreError) {
      let loaded = try await store.load(upload.key, limit: upload.bytes.count, within: .seconds(60))
      return loaded == .found(upload.bytes)
    } catch {
      // What answers in a store's place says nothing of what lies there.
      if error.isTransient || error.reason == .unusable { throw error }
      return false
    }
  }
}

/// What `Cache-Control` says (https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2).
private enum CacheDirective {
  /// A directive that keeps caches of networks from having a file for many phones; nil where nothing does.
  ///
  /// - Parameter wanted: what is asked for: what says the same there hinders nobody.
  static func hindering(_ text: String, besides wanted: String) -> String? {
    ["no-store", "private"].first { names(text).contains($0) && !names(wanted).contains($0) }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { directive in
      (directive.split(separator: "=").first ?? "").filter { !$0.isWhitespace }.lowercased()
    }
  }
}

/// A bucket that objects are put into. Objects are whole or absent: no store shows half an upload.
public protocol ObjectStore: Sendable {
  /// What errors call it: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  var name: String { get }

  /// What new objects get as `Cache-Control`.
  var cacheControl: String { get }

  /// What is known of the object of this key.
  ///
  /// - Throws: `ObjectStoreError` where asking may help later.
  func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup

  /// Creates an object if its key is free, which the store decides; it never overwrites. The store compares what arrives with
  /// the digests that are sent along.
  ///
  /// - Throws: `ObjectStoreError`.
  func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation

  /// The bytes of the object of this key, if there is one that has no more than `limit`.
  ///
  /// - Throws: `ObjectStoreError`.
  func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject
}

/// An answer to the question whether there is an object.
public enum ObjectLookup: Hashable, Sendable {
  case found(StoredObject)
  case missing
  /// The store does not say, and why. Who may create objects need not be allowed to look for them: S3 answers 403 for a missing
  /// object then.
  case unclear(ObjectStoreError)
}

public enum ObjectCreation: Hashable, Sendable {
  case created
  /// What the store said of it, for where nothing is found there: what it calls a precondition may be another one.
  case alreadyThere(ObjectStoreError)

  package var isAlreadyThere: Bool { self != .created }
}

/// What a store gives for a key.
public enum LoadedObject: Hashable, Sendable {
  case found([UInt8])
  case missing
  /// There is something that has more bytes than were asked for.
  case tooLarge
}

/// What a store tells about an object.
public struct StoredObject: Hashable, Sendable {
  public var byteCount: Int?
  /// What the store computed of its bytes, and what whoever put it there noted of them, which need not be true.
  public var digests: Set<ObjectDigest>
  public var contentType: String?
  /// How it is said to be packed; nil where the store tells nothing of the kind.
  public var contentEncoding: String?
  /// What it is served with as `Cache-Control`; nil where the store does not tell, or nothing.
  public var cacheControl: String?
  /// By each of which Firebase lets anyone load it.
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
