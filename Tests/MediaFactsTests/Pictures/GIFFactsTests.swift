import MediaFacts
import TestSupport
import Testing

@Suite struct GIFFactsTests {
  @Test func everything() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 20, height: 10)
    expected.metadata = [.comment, .gps, .xmp]
    expected.bitDepth = 8
    expected.frameCount = 2
    expected.trailingByteCount = 8
    expected.hasAlpha = true
    expected.animation = Animation(delays: [100, 100], loopCount: 8, disposals: [.keep])
    #expect(HeaderFacts(parsing: GIFSample.full, format: .gif) == expected)
    #expect(GIFFacts(ByteView(GIFSample.full)).repetitionCount == 7)
  }

  @Test func countsFramesWithoutDecoding() {
    let frames = (0..<40_000).flatMap { _ in GIFSample.frame() }
    #expect(HeaderFacts(parsing: GIFSample.start() + frames, format: .gif).frameCount == 40_000)
  }

  @Test func framesBeyondTheCanvasCount() {
    let bytes = GIFSample.start(width: 0, height: 0) + GIFSample.frame(left: 60_000, width: 60_000, height: 3)
    #expect(GIFFacts(ByteView(bytes)).size == PixelSize(width: 120_000, height: 3))
  }

  @Test func opaqueAndPlain() {
    let facts = GIFFacts(ByteView(GIFSample.start() + GIFSample.frame() + GIFSample.end))
    #expect(!facts.hasTransparency && facts.metadata.isEmpty && facts.playCount == 1)
    #expect(facts.frameCount == 1 && facts.trailingByteCount == 0)
  }

  /// The count of repeats in a file excludes the first play; without a count it plays once.
  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (65_535, 65_536)]) func plays(_ stated: Int?, _ expected: Int) {
    let loop = stated.map { GIFSample.application("NETSCAPE2.0", [3, 1] + little($0, 2) + [0]) } ?? []
    #expect(GIFFacts(ByteView(GIFSample.start() + loop + GIFSample.frame())).playCount == expected)
  }

  @Test func timesAndDisposals() {
    let frames = [(0, 0), (2, 1), (500, 2), (65_535, 3), (7, 4), (7, 7)].flatMap {
      GIFSample.control(delay: $0.0, disposal: UInt8($0.1)) + GIFSample.frame()
    }
    let facts = HeaderFacts(parsing: GIFSample.start() + frames + GIFSample.frame() + GIFSample.end, format: .gif)
    let expected = Animation(
      delays: [0, 20, 5000, 655_350, 70, 70, 0], loopCount: 1, disposals: [.keep, .background, .previous])
    #expect(facts.animation == expected)
    #expect(facts.hasAlpha && !facts.isCutShort)
  }

  @Test func oneFrameIsNoAnimation() {
    let bytes = GIFSample.start() + GIFSample.loop + GIFSample.control(delay: 5, disposal: 2) + GIFSample.frame()
    #expect(HeaderFacts(parsing: bytes, format: .gif).animation == nil)
  }

  /// What the first frame leaves free shows what lies behind.
  @Test func freeCanvasIsTransparent() {
    let small = GIFSample.start() + GIFSample.frame(width: 19) + GIFSample.frame()
    #expect(HeaderFacts(parsing: small, format: .gif).hasAlpha)
    let whole = GIFSample.start() + GIFSample.frame() + GIFSample.frame(width: 19)
    #expect(!HeaderFacts(parsing: whole, format: .gif).hasAlpha)
    // A picture of one frame does so as well.
    #expect(HeaderFacts(parsing: GIFSample.start() + GIFSample.frame(width: 19), format: .gif).hasAlpha)
    #expect(!HeaderFacts(parsing: GIFSample.start() + GIFSample.frame(), format: .gif).hasAlpha)
  }

  @Test func endsInTheMiddleOfAFrame() {
    let bytes = GIFSample.start() + GIFSample.frame() + GIFSample.frame()
    #expect(!HeaderFacts(parsing: bytes, format: .gif).isCutShort)
    #expect(HeaderFacts(parsing: bytes.dropLast(), format: .gif).isCutShort)
  }
}
