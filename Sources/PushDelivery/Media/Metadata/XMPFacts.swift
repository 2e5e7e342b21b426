/// What an XMP packet holds that matters here. It is searched as text: property names are plain ASCII in it.
package struct XMPFacts: Hashable, Sendable {
  /// What kinds of information the packet holds; always `.xmp` itself.
  package var metadata: Set<Picture.Metadata> = [.xmp]

  package init(_ view: ByteView) {
    if Self.placeNames.contains(where: view.contains) { metadata.insert(.gps) }
    if Self.thumbnailNames.contains(where: view.contains) { metadata.insert(.thumbnail) }
  }

  private static let placeNames = ["GPSLatitude", "GPSLongitude", "GPSPosition"]
  private static let thumbnailNames = ["xmpGImg:image", "xapGImg:image"]
}
