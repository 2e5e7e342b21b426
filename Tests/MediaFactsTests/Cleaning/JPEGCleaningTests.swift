import MediaFacts
import TestSupport
import Testing

/// JPEGs that hold more than the picture. Each is cleaned to the same picture, or refused.
@Suite struct JPEGCleaningTests {
  private static let marker = ascii("MARKER<script>")
  private static let plain = minimalJPEG(width: 33, height: 21)

  private func clean(_ bytes: [UInt8]) throws -> [UInt8] { try CleanPicture(bytes, format: .jpeg).bytes }

  /// With something before the end of the image, or before the scan.
  private static func inserting(_ bytes: [UInt8], beforeMarker code: UInt8) -> [UInt8] {
    let place = plain.indices.last { plain[$0] == 0xFF && $0 + 1 < plain.count && plain[$0 + 1] == code } ?? 0
    return plain[..<place] + bytes + plain[place...]
  }

  private static let quantizer = jpegSegment(0xDB, [3] + [UInt8](repeating: 0x4D, count: 64))
  private static let huffman = jpegSegment(0xC4, [0x13, 0, 0, 0, 0, 14] + [UInt8](repeating: 0, count: 11) + marker)

  static let decorated: [(String, [UInt8])] = [
    ("behind the last block", inserting(marker, beforeMarker: 0xD9)),
    ("fill bytes behind the last block", inserting([0xFF, 0xFF], beforeMarker: 0xD9)),
    ("an interval too many", inserting([0xFF, 0xD0] + marker, beforeMarker: 0xD9)),
    ("a quantizer that nothing uses", inserting(quantizer, beforeMarker: 0xDA)),
    ("a quantizer behind the scan", inserting(quantizer, beforeMarker: 0xD9)),
    ("a code table that nothing uses", inserting(huffman, beforeMarker: 0xDA)),
    ("a restart interval behind the scan", inserting(jpegSegment(0xDD, [0x4D, 0x41]), beforeMarker: 0xD9)),
    (
      "something else than a profile",
      inserting(jpegSegment(0xE2, ascii("ICC_PROFILE\0\u{1}\u{1}") + marker), beforeMarker: 0xC0)
    ),
    ("a comment", inserting(jpegSegment(0xFE, marker), beforeMarker: 0xDA)),
    ("EXIF", inserting(JPEGSample.exif, beforeMarker: 0xC0)),
    ("XMP", inserting(JPEGSample.xmp + JPEGSample.extendedXMP, beforeMarker: 0xC0)),
    ("IPTC", inserting(JPEGSample.iptc, beforeMarker: 0xC0)),
    ("a profile", inserting(JPEGSample.profile(ICCSample.sRGB.bytes), beforeMarker: 0xC0)),
    ("an application's segment", inserting(jpegSegment(0xE7, marker), beforeMarker: 0xDA)),
    ("between segments", inserting(marker, beforeMarker: 0xDA)), ("behind the end", plain + marker),
  ]

  @Test(arguments: decorated) func onlyThePictureStays(_ name: String, _ bytes: [UInt8]) throws {
    #expect(try clean(bytes) == Self.plain)
  }

  @Test func headersStayWithoutThumbnails() throws {
    let (start, rest) = (Self.plain.prefix(2), Self.plain.dropFirst(2))
    let others = JPEGSample.headerWithThumbnail + JPEGSample.adobe + JPEGSample.header + JPEGSample.adobe
    #expect(try clean(start + others + rest) == start + JPEGSample.header + JPEGSample.adobe + rest)
  }

  @Test(arguments: [1, 8, 9, 64, 65, 200]) func whatIsCleanStaysAsItIs(_ width: Int) throws {
    for height in [1, 8, 17, 100] {
      let bytes = minimalJPEG(width: width, height: height)
      #expect(try clean(bytes) == bytes)
    }
  }

  @Test func tablesOfOneSegmentAreSorted() throws {
    let both = jpegSegment(0xDB, [2] + [UInt8](repeating: 0x4D, count: 64) + [0] + [UInt8](repeating: 1, count: 64))
    let start = Self.plain.prefix(2)
    #expect(try clean(start + both + Self.plain.dropFirst(2 + 69)) == Self.plain)
  }

  static let refused: [(String, [UInt8], MetadataStrippingError)] = [
    (
      "a quantizer that changes",
      inserting(jpegSegment(0xDB, [0] + marker + [UInt8](repeating: 1, count: 50)), beforeMarker: 0xD9), .surplus
    ),
    ("a long restart interval", inserting(jpegSegment(0xDD, [0, 9] + marker), beforeMarker: 0xDA), .surplus),
    ("a table that is cut off", inserting(jpegSegment(0xDB, [1] + marker), beforeMarker: 0xDA), .damaged),
    (
      "a picture to be turned",
      inserting(jpegSegment(0xE1, ascii("Exif\0\0") + TIFFSample.exif(orientation: 6)), beforeMarker: 0xC0),
      .notUpright(orientation: 6)
    ),
    (
      "four channels",
      JPEGSample.start + JPEGSample.tables + JPEGSample.frame(components: 4) + JPEGSample.scan
        + JPEGSample.end, .notWidelyDecodable
    ),
    ("nothing", [], .damaged), ("no picture", JPEGSample.start + JPEGSample.end, .damaged),
    ("no end", plain.dropLast(), .damaged), ("a start only", JPEGSample.start, .damaged),
    ("codes that end early", plain.dropLast(3) + [0xFF, 0xD9], .damaged),
  ]

  @Test(arguments: refused)
  func whatCannotBeCutOutIsRefused(_ name: String, _ bytes: [UInt8], _ error: MetadataStrippingError) {
    #expect(throws: error) { try clean(bytes) }
  }

  @Test func aSecondScanOfTheSameIsRefused() throws {
    let scan = try #require(Self.plain.indices.last { Self.plain[$0] == 0xDA })
    let again = Array(Self.plain[(scan - 1)...].dropLast(2))
    #expect(throws: MetadataStrippingError.surplus) { try clean(Self.inserting(again, beforeMarker: 0xD9)) }
  }

  /// Cleaning a cleaned damaged file changes nothing.
  @Test func whatWasCleanedStaysAsItIs() throws {
    var random = SeededGenerator(seed: 5)
    let unneeded = Self.quantizer + Self.huffman + JPEGSample.exif + JPEGSample.xmp
    let source = Self.inserting(unneeded, beforeMarker: 0xDA)
    for _ in 0..<3000 {
      var bytes = source
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      let size = HeaderFacts(parsing: bytes, format: .jpeg).size
      guard size?.count ?? 0 < 1 << 20, let cleaned = try? clean(bytes) else { continue }
      #expect(try clean(cleaned) == cleaned)
      #expect(cleaned.count <= bytes.count && HeaderFacts(parsing: cleaned, format: .jpeg).metadata.isEmpty)
    }
  }
}
