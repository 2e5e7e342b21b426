/// The facts in an XMP packet that matter here. It is searched as text: property names are plain ASCII.
package struct XMPFacts: Hashable, Sendable {
  /// The kinds of information in the packet; always `.xmp` itself.
  package var metadata: Set<Picture.Metadata> = [.xmp]

  package init(_ view: ByteView) {
    if Self.placeNames.contains(where: view.contains) { metadata.insert(.gps) }
    if Self.thumbnailNames.contains(where: view.contains) { metadata.insert(.thumbnail) }
  }

  private static let placeNames = ["GPSLatitude", "GPSLongitude", "GPSPosition"]
  private static let thumbnailNames = ["xmpGImg:image", "xapGImg:image"]
}

/// Why leaving metadata out is not enough to publish a file: it must be decoded and encoded again.
public enum MetadataStrippingError: Error, Hashable, Sendable {
  /// The file ends early or contradicts itself.
  case damaged
  /// Some clients cannot decode a file coded like this.
  case notWidelyDecodable
  /// The metadata says to turn the picture (EXIF orientation 2 to 8); without it the picture is wrong.
  case notUpright(orientation: Int)
  /// Unneeded bytes cannot be cut out.
  case surplus
}
