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
    #expect(facts.header.size == PixelSize(width: 1, height: 1))
    #expect(facts.bitsPerPixel == 24 && facts.header.trailingByteCount == 0)
  }

  @Test func versionFive() {
    let facts = BMPFacts(ByteView(BMPSample.versionFive))
    #expect(facts.header.size == PixelSize(width: 1, height: 1))
    #expect(facts.isTopDown && facts.header.hasAlpha && facts.header.trailingByteCount == 0)
    #expect(facts.header.profile == ICCSample.sRGB.bytes)
  }

  /// Rows of three pixels are padded to twelve bytes; decoders take pixels without the padding for a file of another layout.
  @Test(arguments: [(24, false), (23, true), (18, true), (0, true)])
  func filesThatEndBeforeTheirPixels(_ pixelCount: Int, _ isCutShort: Bool) {
    let bytes = BMPSample.file(width: 3, height: 2, bits: 24, pixelCount: pixelCount)
    #expect(HeaderFacts(parsing: bytes, format: .bmp).isCutShort == isCutShort)
    #expect(!HeaderFacts(parsing: BMPSample.core, format: .bmp).isCutShort)
    #expect(HeaderFacts(parsing: Array(BMPSample.core.dropLast()), format: .bmp).isCutShort)
  }

  /// 3 is a run-length coding in headers of OS/2, and masks of colours in those of Windows.
  @Test(arguments: [(64, false), (40, true)]) func codedPixelsAreShorter(_ headerSize: Int, _ isCutShort: Bool) {
    let header = BMPSample.info(headerSize, 320, 200, 1, 3) + [UInt8](repeating: 0, count: headerSize - 40)
    let bytes = ascii("BM") + little(0, 4) + little(0, 4) + little(14 + headerSize, 4) + header + [1, 2, 3]
    #expect(HeaderFacts(parsing: bytes, format: .bmp).isCutShort == isCutShort)
  }

  @Test(arguments: [(100, 104_857_700), (100, -104_857_700), (0x7FFF_FFFF, -0x8000_0000)])
  func enormousSizesAreSaid(_ width: Int, _ height: Int) {
    let bytes = BMPSample.file(width: width, height: height, bits: 32, pixelCount: 0)
    #expect(BMPFacts(ByteView(bytes)).header.size == PixelSize(width: width, height: abs(height)))
  }
}
