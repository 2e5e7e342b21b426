/// Bytes at a URL. Its name holds a digest of its bytes, so what lies there never changes and may be cached forever.
public struct PublishedAsset: Hashable, Sendable {
  /// The name in its destination: `<slug>.<12 digits of the digest>.<true extension>`.
  public let name: String
  /// The address at which clients load it.
  public let url: String
  /// False when equal bytes were there already.
  public let wasWritten: Bool

  public init(name: String, url: String, wasWritten: Bool) {
    self.name = name
    self.url = url
    self.wasWritten = wasWritten
  }

  /// The name under which a rendition of a source is published.
  public static func name(slug: String, rendition: some PublishableRendition) -> String {
    "\(slug).\(rendition.digest.short).\(rendition.mediaFormat.fileExtension)"
  }
}
