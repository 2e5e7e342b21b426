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
    var output: [UInt8] = [0xFF, 0xD8]
    output.reserveCapacity(bytes.count)
    var (hasHeader, hasAdobe) = (false, false)
    // A widely decodable picture has only the kinds handled here.
    for segment in segments {
      let payload = segment.payload
      switch segment.marker {
      case .application(0) where payload.has("JFIF\0") && payload.count >= 14 && !hasHeader:
        hasHeader = true
        output += [0xFF, 0xE0, 0, 16] + payload.clamped(at: 0, length: 12).bytes + [0, 0]
      case .application(14) where payload.has("Adobe") && payload.count >= 12 && !hasAdobe:
        hasAdobe = true
        output += [0xFF, 0xEE, 0, 14] + payload.clamped(at: 0, length: 12).bytes
      case let marker where marker == .comment || marker.applicationNumber != nil: break
      default: output += view.clamped(at: segment.start, length: segment.end - segment.start).bytes
      }
    }
    return output
  }
}
