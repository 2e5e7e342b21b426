public import MediaFacts
import PushDelivery

/// A bucket that objects are put into. Objects are whole or absent: no store shows half an upload.
public protocol ObjectStore: Sendable {
  /// What errors call it: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  var name: String { get }

  /// What is known of the object of this key.
  ///
  /// - Throws: `ObjectStoreError` where asking may help later.
  func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup

  /// Creates an object if its key is free, which the store decides; it never overwrites. The store compares what arrives with
  /// the digests that are sent along.
  ///
  /// - Throws: `ObjectStoreError`.
  func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation
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
  case alreadyThere
}

/// What a store tells about an object.
public struct StoredObject: Hashable, Sendable {
  public var byteCount: Int?
  /// The best that the store knows of its bytes; nil when it knows nothing that can be compared.
  public var digest: ObjectDigest?
  public var contentType: String?
  /// By each of which Firebase lets anyone load it.
  public var downloadTokens: Set<String>

  public init(byteCount: Int?, digest: ObjectDigest?, contentType: String?, downloadTokens: Set<String> = []) {
    self.byteCount = byteCount
    self.digest = digest
    self.contentType = contentType
    self.downloadTokens = downloadTokens
  }
}

public enum ObjectDigest: Hashable, Sendable {
  case sha256(ContentDigest)
  /// Sixteen bytes.
  case md5([UInt8])
}
