import GIFCodec

/// A JPEG, PNG or GIF with only what decoders need: without metadata and bytes that decoders skip.
///
/// The pixels are those of the source. If something can only be cut out by decoding, the file must be encoded again.
public struct CleanPicture: Hashable, Sendable {
  /// The whole file; the source's own bytes if already clean. Cleaning again changes nothing.
  public let bytes: [UInt8]

  /// - Throws: `MetadataStrippingError` for a file that cannot be cleaned, `.notWidelyDecodable` for other formats.
  public init(_ source: [UInt8], format: PictureFormat) throws(MetadataStrippingError) {
    bytes =
      switch format {
      case .jpeg: try JPEGTrimmer.trim(try JPEGMetadataStripper().strip(source))
      case .png: try PNGTrimmer.trim(try PNGMetadataStripper().strip(source))
      case .gif: try GIFTrimmer.trim(try GIFRewriter().rewrite(source))
      default: throw .notWidelyDecodable
      }
  }
}

/// Cuts from a GIF without metadata what decoders skip: bytes after the code that ends a frame's pixels, and shared colours that no
/// frame uses.
struct GIFTrimmer {
  /// - Parameter bytes: the output of `GIFRewriter`.
  /// - Throws: `.damaged` for a file with a frame whose pixels cannot be unpacked.
  static func trim(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    guard let stream = GIFStream(bytes[...]) else { throw .damaged }
    let view = ByteView(bytes)
    var blocks = stream.blocks
    var output = Array(screen(stream, view))
    // As in the decoder: encoders do not write images far larger than the canvas.
    let (pixels, overflow) = stream.canvas.columns.count.multipliedReportingOverflow(by: 4 * stream.canvas.rows.count)
    let limit = overflow ? 1 << 20 : max(pixels, 1 << 20)
    while let block = blocks.next() {
      let whole = view.clamped(at: blocks.range.lowerBound, length: blocks.range.count)
      guard case .image(let image) = block else {
        output += whole.bytes
        continue
      }
      guard let data = image.dataWithoutSurplus(pixelLimit: limit) else { throw .damaged }
      output += whole.bytes.dropLast(data.whole.count) + data.needed
    }
    return output
  }

  /// Header and screen, with shared colours if a frame uses them (GIF89a, 18 and 19).
  private static func screen(_ stream: GIFStream, _ view: ByteView) -> ArraySlice<UInt8> {
    let screen = view.clamped(at: 0, length: stream.blocks.range.lowerBound)
    let isUsed = stream.blocks.contains { block in
      if case .image(let image) = block { image.usesSharedColors } else { false }
    }
    guard !isUsed, stream.sharedColorByteCount > 0, let flags = screen[10] else { return screen.bytes }
    var bytes = screen.clamped(at: 0, length: 13).bytes
    // The flag and size of the table.
    bytes[bytes.startIndex + 10] = flags & 0x78
    return bytes
  }
}

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
