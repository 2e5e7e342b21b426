import Libraries
public import MediaFacts

/// The result of looking for an object.
public enum ObjectLookup: Hashable, Sendable {
  case found(StoredObject)
  case missing
  /// The store does not tell, and why. Credentials that may create objects may not look for them: S3 then answers 403 for a missing object.
  case unclear(ObjectStoreError)
}

/// The result of creating an object.
public enum ObjectCreation: Hashable, Sendable {
  case created
  /// The store's message, in case no object is found there: it may mean another precondition.
  case alreadyThere(ObjectStoreError)
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
  /// Those that the store computed, and those that the uploader noted, which may be false.
  public var digests: Set<ObjectDigest>
  public var contentType: String?
  public var contentEncoding: String?
  public var cacheControl: String?
  /// Firebase tokens: each lets anyone load it.
  public var downloadTokens: Set<String>

  public init(
    byteCount: Int?, digests: Set<ObjectDigest>, contentType: String?, contentEncoding: String? = nil,
    cacheControl: String? = nil, downloadTokens: Set<String> = []
  ) {
    (self.byteCount, self.digests, self.contentType) = (byteCount, digests, contentType)
    (self.contentEncoding, self.cacheControl, self.downloadTokens) = (contentEncoding, cacheControl, downloadTokens)
  }
}

public enum ObjectDigest: Hashable, Sendable {
  case sha256(ContentDigest)
  case md5([UInt8])
}

/// An object to create.
public struct ObjectUpload: Hashable, Sendable {
  public let key: String
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let contentType: String
  /// The Firebase token that lets anyone load it; nil: its rules decide.
  public let downloadToken: String?

  public init(
    key: String, bytes: [UInt8], digest: ContentDigest, contentType: String, downloadToken: String? = nil
  ) {
    (self.key, self.bytes, self.digest) = (key, bytes, digest)
    (self.contentType, self.downloadToken) = (contentType, downloadToken)
  }

  /// A name is made from its bytes, so they may be kept for as long as caches keep anything: a year
  /// (https://datatracker.ietf.org/doc/html/rfc8246).
  public static let cacheControl = "public, max-age=31536000, immutable"

  /// Stores check the bytes against it.
  var md5: MD5Digest { MD5Digest(of: bytes) }

  /// Whether an object holds exactly these bytes; nil if its store's facts are missing or contradict each other: a note stays when an
  /// object gets other bytes, and some stores' entity tags only look like digests.
  func isHeld(by object: StoredObject) -> Bool? {
    guard object.byteCount == bytes.count else { return false }
    let answers = Set(object.digests.map { $0 == .sha256(digest) || $0 == .md5(md5.bytes) })
    return answers.count == 1 ? answers.first : nil
  }
}
