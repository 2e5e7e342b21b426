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

/// The image resource blocks that Photoshop writes into JPEG (APP13) and TIFF (tag 34377).
package struct PhotoshopResources: Hashable, Sendable {
  /// Their kinds of information.
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
