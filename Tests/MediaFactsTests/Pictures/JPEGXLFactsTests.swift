import MediaFacts
import TestSupport
import Testing

@Suite struct JPEGXLFactsTests {
  static func codestream(_ bits: BitSample) -> [UInt8] { [0xFF, 0x0A] + bits.bytes }

  /// 1000 by 500 (a ratio of 2 to 1), all other fields at their defaults.
  static let plain = codestream(BitSample().adding(0, 1).adding(0, 2).adding(499, 9).adding(7, 3).adding(1, 1))

  @Test func plainPicture() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 1000, height: 500)
    expected.bitDepth = 8
    expected.isLossy = true
    #expect(HeaderFacts(parsing: Self.plain, format: .jxl) == expected)
  }

  @Test func smallSize() {
    let bits = BitSample().adding(1, 1).adding(2, 5).adding(0, 3).adding(4, 5).adding(1, 1)
    #expect(JPEGXLFacts(ByteView(Self.codestream(bits))).header.size == PixelSize(width: 40, height: 24))
  }

  /// Turned by a quarter, animated, 10 bits, alpha, Display P3 primaries with PQ, without loss.
  static let rich = codestream(
    BitSample().adding(0, 1).adding(1, 2).adding(1999, 13).adding(0, 3).adding(3, 2).adding(69_999, 30)
      .adding(0, 1).adding(1, 1).adding(5, 3).adding(0, 2)  // Extra fields, orientation 6, no other size, no preview.
      .adding(1, 1).adding(0, 2).adding(0, 2).adding(0, 2).adding(0, 1)  // Animation.
      .adding(0, 1).adding(1, 2).adding(1, 1)  // Depth.
      .adding(1, 2).adding(1, 1)  // One extra channel: alpha.
      .adding(0, 1).adding(0, 1).adding(0, 1).adding(0, 2)  // Not XYB; RGB without a profile.
      .adding(1, 2).adding(2, 2).adding(9, 4).adding(0, 1).adding(2, 2).adding(14, 4))

  @Test func everything() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 2000, height: 70_000)
    expected.color = ColorDescription(transfer: .pq, primaries: .displayP3)
    expected.bitDepth = 10
    expected.frameCount = nil
    expected.isUnreadMotion = true
    expected.hasAlpha = true
    #expect(HeaderFacts(parsing: Self.rich, format: .jxl) == expected)
  }

  static let container =
    hexadecimal("0000000C4A584C200D0A870A") + HEIFSample.box("ftyp", ascii("jxl \0\0\0\0jxl "))
    + HEIFSample.box("Exif", big(0, 4) + TIFFSample.exif(hasPlace: true)) + HEIFSample.box("xml ", ascii("<rdf/>"))
    + HEIFSample.box("jxlp", big(0, 4) + plain)

  @Test func boxes() {
    let facts = HeaderFacts(parsing: Self.container + [0, 0], format: .jxl)
    #expect(facts.size == PixelSize(width: 1000, height: 500))
    #expect(facts.metadata == [.exif, .gps, .xmp])
    #expect(facts.trailingByteCount == 2)
    #expect(facts.orientation == 1)
  }
}
