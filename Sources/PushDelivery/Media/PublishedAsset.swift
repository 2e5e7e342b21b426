/// Bytes at a URL. Its name holds a digest of its bytes, so what lies there never changes and may be cached forever.
public struct PublishedAsset: Hashable, Sendable {
  /// The name in its destination: `<slug>.<12 digits of the digest>.<true extension>`.
  public let name: String
  /// The address at which clients load it.
  public let url: String
  /// False when equal bytes were there already.
  public let wasWritten: Bool

  /// How many digits of the digest are part of a name.
  public static let digestLength = 12

  public init(name: String, url: String, wasWritten: Bool) {
    self.name = name
    self.url = url
    self.wasWritten = wasWritten
  }

  /// The name under which a rendition of a source is published.
  public static func name(slug: String, rendition: some PublishableRendition) -> String {
    name(slug: slug, digest: rendition.digest, format: rendition.mediaFormat)
  }

  /// The name under which bytes of this digest and format are published.
  public static func name(slug: String, digest: ContentDigest, format: MediaFormat) -> String {
    "\(slug).\(digest.short).\(format.fileExtension)"
  }

  /// Whether a file's name is one that `name(slug:rendition:)` gives, so that the file is to be shown as it is.
  public static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, Slug(String(parts[0])).text == parts[0] else { return false }
    let isDigest =
      parts[1].utf8.count == digestLength && parts[1].utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isDigest && MediaFormat.allCases.contains { $0.fileExtension == parts[2] }
  }
}
