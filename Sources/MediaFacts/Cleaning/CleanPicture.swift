import GIFCodec

/// A JPEG, PNG or GIF that consists of nothing but what decoders need: no metadata, and no bytes that decoders pass over inside of
/// what shows the picture.
///
/// The pixels are those of the source. What cannot be cut out without decoding makes the file one that has to be encoded anew.
public struct CleanPicture: Hashable, Sendable {
  /// The whole file; the source's own bytes where nothing had to go. Cleaning them again changes nothing.
  public let bytes: [UInt8]

  /// - Throws: `MetadataStrippingError` for a file that cannot be cleaned, `.notWidelyDecodable` for one of another format.
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

/// Cuts from a GIF without metadata what its decoders pass over: bytes behind the code that ends a frame's pixels, and colours that
/// no frame uses because each has its own.
struct GIFTrimmer {
  /// - Parameter bytes: what `GIFRewriter` left.
  /// - Throws: `.damaged` for a file with a frame whose pixels cannot be unpacked.
  static func trim(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    guard let stream = GIFStream(bytes[...]) else { throw .damaged }
    let view = ByteView(bytes)
    var blocks = stream.blocks
    var output = Array(screen(stream, view))
    // As in the decoder: no encoder writes images far larger than the canvas.
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

  /// Header and screen, with the colours that frames share where any of them does (GIF89a, 18 and 19).
  private static func screen(_ stream: GIFStream, _ view: ByteView) -> ArraySlice<UInt8> {
    let screen = view.clamped(at: 0, length: stream.blocks.range.lowerBound)
    let isUsed = stream.blocks.contains { block in
      if case .image(let image) = block { image.usesSharedColors } else { false }
    }
    guard !isUsed, stream.sharedColorByteCount > 0, let flags = screen[10] else { return screen.bytes }
    var bytes = screen.clamped(at: 0, length: 13).bytes
    // The flag of the table, and how long it is.
    bytes[bytes.startIndex + 10] = flags & 0x78
    return bytes
  }
}
