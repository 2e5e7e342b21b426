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

/// Why a file cannot be published by leaving metadata out: it has to be decoded and encoded anew.
public enum MetadataStrippingError: Error, Hashable, Sendable {
  /// The file ends early or contradicts itself.
  case damaged
  /// Not every client's decoder reads a file coded like this.
  case notWidelyDecodable
  /// The metadata says to turn the picture (EXIF orientation 2 to 8); without it the picture would lie wrong.
  case notUpright(orientation: Int)
  /// Bytes that no decoder needs lie where they cannot be cut out.
  case surplus
}

/// The image resource blocks that Photoshop writes into JPEG (APP13) and TIFF (tag 34377).
package struct PhotoshopResources: Hashable, Sendable {
  /// What kinds of information they hold.
  package var metadata: Set<Picture.Metadata> = []

  package init(_ view: ByteView) {
    var offset = 0
    while let resource = Resource(view, at: offset) {
      metadata.insert(Self.kind(of: resource.identifier))
      offset = resource.end
    }
    if metadata.isEmpty { metadata = [.other] }
  }

  private static func kind(of identifier: Int) -> Picture.Metadata {
    switch identifier {
    case 0x0404: .iptc
    case 0x0409, 0x040C: .thumbnail
    case 0x0422, 0x0423: .exif
    case 0x0424: .xmp
    default: .other
    }
  }

  /// `8BIM`, an identifier, a name and data, both padded to even lengths.
  private struct Resource {
    let identifier: Int
    let end: Int

    init?(_ view: ByteView, at offset: Int) {
      guard view.has("8BIM", at: offset), let nameLength = view[offset + 6] else { return nil }
      guard let identifier = view.uint16(at: offset + 4) else { return nil }
      let sizeOffset = offset + 6 + (Int(nameLength) + 2) / 2 * 2
      guard let size = view.uint32(at: sizeOffset) else { return nil }
      self.identifier = identifier
      end = sizeOffset + 4 + (size + 1) / 2 * 2
    }
  }
}
