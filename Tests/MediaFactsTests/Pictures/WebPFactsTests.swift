import MediaFacts
import TestSupport
import Testing

@Suite struct WebPFactsTests {
  @Test func everything() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 300, height: 200)
    expected.orientation = 6
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
