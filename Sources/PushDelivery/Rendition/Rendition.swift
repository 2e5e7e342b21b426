public import MediaFacts

/// Bytes that meet a specification. Its only initializer measures them: you cannot construct one over its limit.
public struct Rendition<Specification: RenditionSpecification>: Hashable, Sendable {
  /// Its requirements.
  public let specification: Specification
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let mediaFormat: MediaFormat
  /// How it was made.
  public let record: Specification.Record

  /// Pixels, as measured.
  public var size: PixelSize { record.size }

  /// Checks bytes against their specification.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of `bytes`.
  ///   - record: the renderer's record of them; it is not trusted.
  /// - Throws: `RenditionError` with the first difference from the specification.
  public init(
    _ bytes: [UInt8], digest: ContentDigest, meeting specification: Specification, record: Specification.Record
  ) throws(RenditionError) {
    guard bytes.count <= specification.maximumBytes else {
      throw .overLimit(bytes: bytes.count, limit: specification.maximumBytes)
    }
    guard (0...1).contains(record.scale) else { throw .record }
    let sniffed = SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount)))
    guard let format = sniffed.format, specification.mediaFormats.contains(format) else { throw .wrongFormat }
    try specification.check(bytes, of: format, as: record)
    self.specification = specification
    self.bytes = bytes
    self.digest = digest
    self.record = record
    mediaFormat = format
  }
}

/// A still that meets its specification.
public typealias StillRendition = Rendition<StillSpecification>

/// An animation or movie that meets its specification.
public typealias MotionRendition = Rendition<MotionSpecification>

/// A file behind a URL.
public protocol DeliverableFile: Sendable {
  /// The SHA-256 digest of its bytes.
  var digest: ContentDigest { get }
  /// The bytes' format.
  var mediaFormat: MediaFormat { get }
}

/// Bytes that were measured and meet their specification: only these are published.
public protocol PublishableRendition: DeliverableFile {
  var bytes: [UInt8] { get }
}

extension Rendition: PublishableRendition {}
