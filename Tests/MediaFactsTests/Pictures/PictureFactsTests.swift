import MediaFacts
import TestSupport
import Testing

@Suite struct WebPFactsTests {
  @Test func everything() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 300, height: 200)
    expected.orientation = 6
    expected.differences = ["turned as its EXIF data says, which browsers ignore in a WebP"]
    expected.metadata = [.exif, .gps, .xmp]
    expected.color.profile = .other
    expected.profile = ICCSample.displayP3.bytes
    expected.bitDepth = 8
    expected.frameCount = 2
    expected.trailingByteCount = 8
    expected.hasAlpha = true
    expected.animation = Animation(delays: [0, 0], loopCount: 0, disposals: [.keep])
    #expect(HeaderFacts(parsing: WebPSample.full, format: .webp) == expected)
  }

  @Test func simpleFiles() {
    let lossy = WebPFacts(ByteView(WebPSample.file(WebPSample.lossy(width: 16_383, height: 5)))).header
    #expect(lossy.size == PixelSize(width: 16_383, height: 5))
    #expect(lossy.isLossy && !lossy.hasAlpha && lossy.frameCount == 1)
    let file = WebPSample.file(WebPSample.lossless(width: 16_384, height: 7, hasAlpha: true))
    let lossless = WebPFacts(ByteView(file)).header
    #expect(lossless.size == PixelSize(width: 16_384, height: 7))
    #expect(!lossless.isLossy && lossless.hasAlpha)
  }

  @Test func alphaFlag() {
    let file = WebPSample.file(WebPSample.extended(flags: 0x10, width: 1 << 24, height: 1))
    #expect(WebPFacts(ByteView(file)).header.hasAlpha)
    #expect(WebPFacts(ByteView(file)).header.size == PixelSize(width: 1 << 24, height: 1))
  }

  /// Decoders do not ask the file's flag for what a frame has, or leaves free.
  @Test func framesHaveAlphaOfTheirOwn() {
    func hasAlpha(_ frames: [UInt8]) -> Bool {
      HeaderFacts(parsing: WebPSample.animation(frames, plays: 0), format: .webp).hasAlpha
    }
    let whole = WebPSample.frame(WebPSample.lossy(width: 9, height: 9), width: 9, height: 9)
    #expect(!hasAlpha(whole + whole))
    #expect(!hasAlpha(whole + WebPSample.frame(WebPSample.lossy(width: 5, height: 9), width: 5, height: 9)))
    #expect(hasAlpha(WebPSample.frame(WebPSample.lossy(width: 5, height: 9), width: 5, height: 9) + whole))
    #expect(
      hasAlpha(WebPSample.frame(WebPSample.lossy(width: 9, height: 9), width: 9, height: 9, clears: true) + whole))
    let lossless = WebPSample.lossless(width: 9, height: 9, hasAlpha: true)
    #expect(hasAlpha(whole + WebPSample.frame(lossless, width: 9, height: 9)))
    let alpha = WebPSample.chunk("ALPH", [0]) + WebPSample.lossy(width: 9, height: 9)
    #expect(hasAlpha(whole + WebPSample.frame(alpha, width: 9, height: 9)))
  }

  @Test func timesAndDisposals() {
    let frames = WebPSample.frame(duration: 40, clears: false) + WebPSample.frame(duration: 0xFF_FFFF, clears: true)
    let expected = Animation(delays: [40, 0xFF_FFFF], loopCount: 3, disposals: [.background, .keep])
    #expect(HeaderFacts(parsing: WebPSample.animation(frames, plays: 3), format: .webp).animation == expected)
  }

  @Test func oneFrameIsNoAnimation() {
    let bytes = WebPSample.animation(WebPSample.frame(duration: 40, clears: false), plays: 0)
    #expect(HeaderFacts(parsing: bytes, format: .webp).animation == nil)
  }

  /// The last 16 bytes of the coefficients go, and one more where their number is odd.
  @Test func aPictureLackingItsEnd() {
    let data = little(10 << 5, 3) + [0x9D, 1, 0x2A] + big(0, 4) + [UInt8](repeating: 7, count: 101)
    let file = ascii("RIFF") + little(124, 4) + ascii("WEBPVP8 ") + little(111, 4) + data + [0]
    let short = ascii("RIFF") + little(106, 4) + ascii("WEBPVP8 ") + little(94, 4) + data.dropLast(17)
    #expect(WebPBitstream.lackingItsEnd(file) == short)
    #expect(WebPBitstream.lackingItsEnd(Array(file.prefix(60))) == nil)
  }
}

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
    #expect(facts.header.hasAlpha && facts.header.trailingByteCount == 0)
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

/// Run-length coded bitmaps: 4 x 2 pixels, one byte each, or half a byte.
@Suite struct BMPRunsTests {
  private func file(compression: UInt8, _ runs: [UInt8]) -> [UInt8] {
    let header: [UInt8] =
      [0x42, 0x4D, 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0]
      + [compression == 1 ? 8 : 4, 0, compression, 0, 0, 0] + [UInt8](repeating: 0, count: 20)
    return header + runs
  }

  private func isCutShort(_ compression: UInt8, _ runs: [UInt8]) -> Bool {
    HeaderFacts(parsing: file(compression: compression, runs), format: .bmp).isCutShort
  }

  @Test(
    arguments: [
      // Two rows of one colour, with and without the end mark.
      [4, 7, 0, 0, 4, 7, 0, 1], [4, 7, 0, 0, 4, 7],
      // Three literal pixels, padded, and one more; a jump to the end.
      [0, 3, 1, 2, 3, 0, 1, 9, 0, 0, 4, 7, 0, 1], [0, 2, 3, 1, 0, 1], [0, 1],
    ] as [[UInt8]])
  func wholeRunsAreWhole(_ runs: [UInt8]) { #expect(!isCutShort(1, runs)) }

  /// The end of the last row is the end; a jump, an early end of a row and an early end leave pixels out.
  @Test(
    arguments: [
      ([4, 7, 0, 0, 4, 7, 0, 1], false), ([0, 3, 1, 2, 3, 0, 1, 9, 0, 0, 4, 7], false),
      ([0, 2, 3, 1, 1, 7, 0, 1], true), ([3, 7, 0, 0, 4, 7, 0, 1], true), ([4, 7, 0, 0, 0, 1], true), ([0, 1], true),
    ] as [([UInt8], Bool)])
  func pixelsThatAreLeftOutAreTold(_ runs: [UInt8], _ skips: Bool) {
    #expect(HeaderFacts(parsing: file(compression: 1, runs), format: .bmp).differences.isEmpty != skips)
  }

  /// Decoders here give pixels that are left out the first colour, and browsers show them black.
  @Test(arguments: [([9, 0, 0, 0], false), ([0, 0, 0, 0], true)] as [([UInt8], Bool)])
  func blackPixelsMayBeLeftOut(_ color: [UInt8], _ looksAlike: Bool) {
    var bytes = file(compression: 1, color + [3, 7, 0, 0, 4, 7, 0, 1])
    bytes[10] = 58
    #expect(HeaderFacts(parsing: bytes, format: .bmp).differences.isEmpty == looksAlike)
  }

  @Test func everyCutIsSeen() {
    let runs: [UInt8] = [0, 3, 1, 2, 3, 0, 1, 9, 0, 0, 4, 7, 0, 1]
    for count in 0..<12 { #expect(isCutShort(1, Array(runs[..<count]))) }
  }

  @Test func halfBytesArePaddedToTwoBytes() {
    #expect(!isCutShort(2, [0, 4, 0x12, 0x34, 0, 0, 4, 0x77, 0, 1]))
    #expect(isCutShort(2, [0, 4, 0x12, 0x34, 0, 0, 2, 0x77]))
  }
}
