import Cryptography
public import MediaFacts
import PushDelivery

/// An object that is to be created.
public struct ObjectUpload: Hashable, Sendable {
  public let key: String
  public let bytes: [UInt8]
  /// The SHA-256 digest of `bytes`.
  public let digest: ContentDigest
  public let contentType: String
  /// By which Firebase lets anyone load it who knows it; nil: its rules decide.
  public let downloadToken: String?

  public init(
    key: String, bytes: [UInt8], digest: ContentDigest, contentType: String, downloadToken: String? = nil
  ) {
    self.key = key
    self.bytes = bytes
    self.digest = digest
    self.contentType = contentType
    self.downloadToken = downloadToken
  }

  /// A name is made from its bytes, so they may be kept for as long as caches keep anything: a year
  /// (https://datatracker.ietf.org/doc/html/rfc8246).
  public static let cacheControl = "public, max-age=31536000, immutable"

  /// Stores compare it with what arrives.
  var md5: MD5Digest { MD5Digest(of: bytes) }

  /// Whether an object holds exactly these bytes, as far as its store can tell. Where it tells nothing, it does not.
  func isHeld(by object: StoredObject) -> Bool {
    guard object.byteCount == bytes.count else { return false }
    return switch object.digest {
    case .sha256(let digest): digest == self.digest
    case .md5(let digest): digest == md5.bytes
    case nil: false
    }
  }
}
