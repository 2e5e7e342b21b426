import MediaFacts
import TestSupport
import Testing

@Suite struct BMPFactsTests {
  @Test func infoHeader() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 3, height: 2)
    expected.bitDepth = 8
    expected.trailingByteCount = 5
    let bytes = BMPSample.file(width: 3, height: 2, bits: 24, pixelCount: 24) + [1, 2, 3, 4, 5]
    #expect(HeaderFacts(parsing: bytes, format: .bmp) == expected)
  }

  @Test func coreHeader() {
    let facts = BMPFacts(ByteView(BMPSample.core))
    #expect(facts.size == PixelSize(width: 1, height: 1))
    #expect(facts.bitsPerPixel == 24 && facts.trailingByteCount == 0)
  }

  @Test func versionFive() {
    let facts = BMPFacts(ByteView(BMPSample.versionFive))
    #expect(facts.size == PixelSize(width: 1, height: 1))
    #expect(facts.isTopDown && facts.hasAlpha && facts.trailingByteCount == 0)
    #expect(facts.profile == ICCSample.sRGB.bytes)
  }

  @Test(arguments: [(100, 104_857_700), (100, -104_857_700), (0x7FFF_FFFF, -0x8000_0000)])
  func enormousSizesAreSaid(_ width: Int, _ height: Int) {
    let bytes = BMPSample.file(width: width, height: height, bits: 32, pixelCount: 0)
    #expect(BMPFacts(ByteView(bytes)).size == PixelSize(width: width, height: abs(height)))
  }
}
