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
      case .jpeg: try JPEGCleaner.clean(source)
      case .png: try PNGCleaner.clean(source)
      case .gif: try GIFCleaner.clean(source)
      default: throw .notWidelyDecodable
      }
  }
}
