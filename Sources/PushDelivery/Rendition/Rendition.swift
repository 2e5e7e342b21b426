public import MediaFacts

/// Bytes that meet a specification. Its only initializer measures them: one that is over its limit cannot be constructed.
public struct Rendition: Hashable, Sendable {
  /// What it was made to be.
  public let specification: StillSpecification
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let format: PictureFormat
  public let size: PixelSize
  /// How it was made.
  public let record: StillRecord

  /// Checks bytes against their specification.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of `bytes`.
  ///   - record: what the renderer says of how it made them; nothing in it is relied on here.
  /// - Throws: `RenditionFault` with the first thing that is not as specified.
  public init(
    _ bytes: [UInt8], digest: ContentDigest, meeting specification: StillSpecification, record: StillRecord
  ) throws(RenditionFault) {
    guard bytes.count <= specification.maximumBytes else {
      throw .overLimit(bytes: bytes.count, limit: specification.maximumBytes)
    }
    guard case .picture(let format) = SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount))),
      specification.formats.contains(format)
    else { throw .wrongFormat }
    let facts = HeaderFacts(parsing: bytes, format: format)
    guard let size = facts.size, size == record.size,
      size.width <= specification.maximumSize.width, size.height <= specification.maximumSize.height
    else { throw .wrongSize(facts.size) }
    guard facts.isWidelyDecodable else { throw .coding }
    guard facts.metadata.isEmpty, facts.trailingByteCount == 0, facts.orientation == 1 else { throw .metadata }
    self.specification = specification
    self.bytes = bytes
    self.digest = digest
    self.format = format
    self.size = size
    self.record = record
  }
}

/// Why bytes are no rendition.
public enum RenditionFault: Error, Hashable, Sendable {
  case overLimit(bytes: Int, limit: Int)
  /// Not one of the formats that were asked for.
  case wrongFormat
  /// Larger than allowed, or not as reported; nil when no size can be read. A movie's sides are even.
  case wrongSize(PixelSize?)
  /// Cut short, or coded in a way that not every client's decoder reads.
  case coding
  /// Something lies in the file beside the picture.
  case metadata

  // Of what moves.

  /// Parts of it are missing: a GIF's end, or samples of a movie.
  case incomplete
  /// Not as many frames as reported.
  case wrongFrameCount(Int)
  /// Longer than allowed, or not as long as reported, in seconds; nil when it cannot be told.
  case wrongDuration(Double?)
  /// More frames a second than allowed.
  case frameRate
  /// A movie whose index does not lie in front in one piece: players would have to load all of it first.
  case index
  /// A movie that holds other than one track of pictures and, where sound is kept, at most one of sound.
  case tracks
  /// Pixels that players do not show square.
  case pixelShape
}

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
