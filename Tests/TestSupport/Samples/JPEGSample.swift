/// Writes JPEG streams, sound in structure; what their entropy-coded data would decode to does not matter.
package enum JPEGSample {
  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] { jpegSegment(marker, payload) }

  package static let start: [UInt8] = [0xFF, 0xD8]
  package static let end: [UInt8] = [0xFF, 0xD9]
  package static let header = segment(0xE0, ascii("JFIF\0") + [1, 2, 1, 0, 72, 0, 72, 0, 0])
  package static let headerWithThumbnail = segment(0xE0, ascii("JFIF\0") + [1, 2, 1, 0, 72, 0, 72, 1, 1, 9, 9, 9])
  package static let tables =
    segment(0xDB, [UInt8](repeating: 1, count: 65)) + segment(0xC4, [UInt8](repeating: 0, count: 17))
  package static let restartInterval = segment(0xDD, [0, 4])
  package static let adobe = segment(0xEE, ascii("Adobe") + [0, 100, 0, 0, 0, 0, 1])

  package static func frame(
    _ marker: UInt8 = 0xC0, precision: UInt8 = 8, width: Int = 33, height: Int = 21, components: Int = 3
  )
    -> [UInt8]
  {
    let list = (0..<components).flatMap { big(($0 + 1) << 16 | 0x1100, 3) }
    return segment(marker, joined([precision], big(height, 2), big(width, 2), big(components, 1), list))
  }

  /// A scan with stuffing, a restart marker and fill bytes inside.
  package static let scan =
    segment(0xDA, [1, 1, 0, 0, 63, 0]) + [1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xFF, 0xD1, 4, 0xFF, 0]
  package static let secondScan = segment(0xDA, [1, 1, 0, 1, 63, 0]) + [7, 7, 0xFF, 0]

  /// The rest of `full` without metadata.
  package static let plain =
    start + header + adobe + tables + restartInterval + frame() + scan + tables + secondScan + end

  package static let exif = segment(
    0xE1, ascii("Exif\0\0") + TIFFSample.exif(hasPlace: true, hasNotes: true, hasThumbnail: true))
  package static let xmp = segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0<rdf exif:GPSLatitude='1'/>"))
  package static let extendedXMP = segment(
    0xE1, ascii("http://ns.adobe.com/xmp/extension/\0") + [UInt8](repeating: 0, count: 40) + ascii("<more/>"))
  package static let iptc = segment(0xED, ascii("Photoshop 3.0\0" + "8BIM") + [4, 4, 0, 0] + big(2, 4) + [1, 2])
  package static let comment = segment(0xFE, ascii("taken at home"))

  package static func profile(_ bytes: [UInt8]) -> [UInt8] {
    let half = bytes.count / 2
    return segment(0xE2, ascii("ICC_PROFILE\0") + [2, 2] + bytes.dropFirst(half))
      + segment(0xE2, ascii("ICC_PROFILE\0") + [1, 2] + bytes.prefix(half))
  }

  /// Every kind of metadata, fill bytes, garbage between segments, and bytes after the end.
  package static let full =
    start + headerWithThumbnail + exif + xmp + extendedXMP + profile(ICCSample.sRGB.bytes) + iptc + adobe + comment
    + [0xFF, 0xFF] + tables + [1, 2, 3] + restartInterval + segment(0xE5, [1]) + frame() + scan + comment + tables
    + secondScan + end + ascii("trailing")
}
