/// Bytes that have been measured and found to meet what was asked for: only such are published.
public protocol PublishableRendition: Sendable {
  var bytes: [UInt8] { get }
  /// The SHA-256 digest of `bytes`.
  var digest: ContentDigest { get }
  /// What the bytes are, told from them.
  var mediaFormat: MediaFormat { get }
}

extension Rendition: PublishableRendition {
  public var mediaFormat: MediaFormat { .picture(format) }
}
