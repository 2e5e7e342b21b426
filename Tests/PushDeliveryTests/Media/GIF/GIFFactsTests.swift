import PushDelivery
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
    #expect(HeaderFacts(parsing: GIFSample.full, format: .gif) == expected)
    #expect(GIFFacts(ByteView(GIFSample.full)).loopCount == 7)
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
    #expect(!facts.hasTransparency && facts.metadata.isEmpty && facts.loopCount == nil)
    #expect(facts.frameCount == 1 && facts.trailingByteCount == 0)
  }
}
