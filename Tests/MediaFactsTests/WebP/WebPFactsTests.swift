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
    expected.animation = Animation(delays: [0, 0], loopCount: 0, disposals: [.keep])
    #expect(HeaderFacts(parsing: WebPSample.full, format: .webp) == expected)
  }

  @Test func simpleFiles() {
    let lossy = WebPFacts(ByteView(WebPSample.file(WebPSample.lossy(width: 16_383, height: 5))))
    #expect(lossy.size == PixelSize(width: 16_383, height: 5))
    #expect(lossy.firstFrame?.isLossy == true && !lossy.hasAlpha && lossy.frameCount == 1)
    let file = WebPSample.file(WebPSample.lossless(width: 16_384, height: 7, hasAlpha: true))
    let lossless = WebPFacts(ByteView(file))
    #expect(lossless.size == PixelSize(width: 16_384, height: 7))
    #expect(lossless.firstFrame?.isLossy == false && lossless.hasAlpha)
  }

  @Test func alphaFlag() {
    let file = WebPSample.file(WebPSample.extended(flags: 0x10, width: 1 << 24, height: 1))
    #expect(WebPFacts(ByteView(file)).hasAlpha)
    #expect(WebPFacts(ByteView(file)).size == PixelSize(width: 1 << 24, height: 1))
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
}
