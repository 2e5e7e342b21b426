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
