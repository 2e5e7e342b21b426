/// A file of the campaign whose bytes have been read once.
public struct SourceFile: Hashable, Sendable, Codable {
  /// Where it lies, relative to the campaign folder, with `/` between components.
  public let path: String
  /// Its length in bytes.
  public let byteCount: Int
  /// The digest of its bytes: its identity from here on.
  public let digest: ContentDigest

  public init(path: String, byteCount: Int, digest: ContentDigest) {
    self.path = path
    self.byteCount = byteCount
    self.digest = digest
  }
}
