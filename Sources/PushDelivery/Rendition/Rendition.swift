public import MediaFacts

/// Bytes that meet a specification. Its only initializer measures them: one that is over its limit cannot be constructed.
public struct Rendition<Specification: RenditionSpecification>: Hashable, Sendable {
  /// What it was made to be.
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
  ///   - record: what the renderer says of how it made them; nothing in it is relied on here.
  /// - Throws: `RenditionError` with the first thing that is not as specified.
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

/// Something that moves and meets its specification.
public typealias MotionRendition = Rendition<MotionSpecification>

/// What a URL is to deliver.
public protocol DeliverableFile: Sendable {
  /// The SHA-256 digest of its bytes.
  var digest: ContentDigest { get }
  /// What the bytes are.
  var mediaFormat: MediaFormat { get }
}

/// Bytes that have been measured and found to meet what was asked for: only such are published.
public protocol PublishableRendition: DeliverableFile {
  var bytes: [UInt8] { get }
}

extension Rendition: PublishableRendition {}
