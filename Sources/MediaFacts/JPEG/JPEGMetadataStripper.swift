/// Removes everything from a JPEG that is not needed to show the picture. The coded picture stays byte for byte, so
/// nothing is lost.
///
/// What stays: tables, frame, scans, the restart interval, the JFIF header without its thumbnail, and the colour transform
/// of Adobe's segment. What goes: EXIF, XMP, IPTC, comments, thumbnails, ICC profiles, other applications' segments, fill
/// bytes, and all that follows the end of the image.
public struct JPEGMetadataStripper: Hashable, Sendable {
  public init() {}

  /// The same picture without metadata; stripping the result again changes nothing.
  ///
  /// - Throws: `MetadataStrippingError` for a file whose picture may not look the same everywhere.
  public func strip(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = JPEGFacts(view)
    guard facts.endOffset != nil, facts.frame != nil, let segments = JPEGSegments(view) else { throw .damaged }
    guard facts.isWidelyDecodable else { throw .notWidelyDecodable }
    guard facts.orientation == 1 else { throw .notUpright(orientation: facts.orientation) }
    var output = StrippedJPEG(view)
    for segment in segments { output.add(segment) }
    return output.bytes
  }
}

/// A JPEG stream being written, segment by segment.
private struct StrippedJPEG {
  private(set) var bytes: [UInt8] = [0xFF, 0xD8]
  private let source: ByteView
  private var hasHeader = false
  private var hasAdobe = false

  init(_ source: ByteView) {
    self.source = source
    bytes.reserveCapacity(source.count)
  }

  /// Adds a segment of a widely decodable picture, which has only the kinds handled here.
  mutating func add(_ segment: JPEGSegment) {
    if segment.marker.applicationNumber != nil {
      addApplication(segment)
    } else if segment.marker != .comment {
      copy(segment)
    }
  }

  private mutating func copy(_ segment: JPEGSegment) {
    bytes += source.clamped(at: segment.start, length: segment.end - segment.start).bytes
  }

  private mutating func addApplication(_ segment: JPEGSegment) {
    let payload = segment.payload
    switch segment.marker {
    case .application(0) where payload.has("JFIF\0") && payload.count >= 14 && !hasHeader:
      hasHeader = true
      bytes += [0xFF, 0xE0, 0, 16] + payload.clamped(at: 0, length: 12).bytes + [0, 0]
    case .application(14) where payload.has("Adobe") && payload.count >= 12 && !hasAdobe:
      hasAdobe = true
      bytes += [0xFF, 0xEE, 0, 14] + payload.clamped(at: 0, length: 12).bytes
    default: break
    }
  }
}
