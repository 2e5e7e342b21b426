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

@Suite struct GIFRewriterTests {
  private let rewriter = GIFRewriter()

  /// Transparent, disposal 2 and 1, with a delay in hundredths of a second.
  private static func control(_ delay: Int, flags: UInt8 = 9) -> [UInt8] {
    [0x21, 0xF9, 4, flags] + little(delay, 2) + [1, 0]
  }

  private static let text: [UInt8] = [0x21, 1, 12] + [UInt8](repeating: 3, count: 12) + [2, 0x68, 0x69, 0]
  private static let profile = GIFSample.application("ICCRGBG1012", [3, 1, 2, 3, 0])

  private func file(_ blocks: [UInt8]...) -> [UInt8] { GIFSample.start() + blocks.flatMap(\.self) + GIFSample.end }

  @Test func onlyTheAnimationStays() throws {
    let whole = file(
      GIFSample.loop, GIFSample.comment, GIFSample.xmp, Self.profile, Self.control(7), GIFSample.comment,
      GIFSample.frame(), [0, 0], Self.control(300), GIFSample.frame(left: 3), GIFSample.application("OTHER123456", [0]))
    let plain = file(GIFSample.loop, Self.control(7), GIFSample.frame(), Self.control(300), GIFSample.frame(left: 3))
    #expect(try rewriter.rewrite(whole + ascii("trailing")) == plain)
    #expect(try rewriter.rewrite(plain) == plain)
  }

  @Test(arguments: [(0, 10), (1, 10), (2, 2), (3, 3), (65_535, 65_535)])
  func delaysAreWrittenAsTheyArePlayed(_ delay: Int, _ played: Int) throws {
    let bytes = file(Self.control(delay), GIFSample.frame(), Self.control(5), GIFSample.frame())
    let expected = file(Self.control(played), GIFSample.frame(), Self.control(5), GIFSample.frame())
    #expect(try rewriter.rewrite(bytes) == expected)
  }

  @Test func framesWithoutAnyDelayGetOne() throws {
    let old = Array("GIF87a".utf8) + file(GIFSample.frame(), GIFSample.frame()).dropFirst(6)
    let plain = Self.control(10, flags: 0).dropLast(2) + [0, 0]
    #expect(try rewriter.rewrite(old) == file(Array(plain), GIFSample.frame(), Array(plain), GIFSample.frame()))
  }

  @Test func theLastControlBeforeAFrameCounts() throws {
    let bytes = file(Self.control(50), Self.control(7), GIFSample.frame())
    #expect(try rewriter.rewrite(bytes) == file(Self.control(7), GIFSample.frame()))
  }

  @Test func textTakesItsControlWithIt() throws {
    let bytes = file(Self.control(50), Self.text, Self.control(7), GIFSample.frame())
    #expect(try rewriter.rewrite(bytes) == file(Self.control(7), GIFSample.frame()))
  }

  @Test(arguments: ["NETSCAPE2.0", "ANIMEXTS1.0"]) func loopsStay(_ name: String) throws {
    let loop = GIFSample.application(name, [3, 1, 2, 1, 0])
    let buffering = GIFSample.application(name, [5, 2, 0, 0, 0, 9, 0])
    let both = GIFSample.application(name, [3, 1, 2, 1, 5, 2, 0, 0, 0, 9, 0])
    for blocks in [loop, loop + buffering, both] {
      #expect(
        try rewriter.rewrite(file(blocks, Self.control(7), GIFSample.frame()))
          == file(loop, Self.control(7), GIFSample.frame()))
    }
  }

  @Test func refusesWhatIsDamaged() {
    let whole = file(GIFSample.loop, Self.control(7), GIFSample.frame())
    let broken: [[UInt8]] = [
      [], file(), ascii("GIF89a"), file([0x21, 0xF9, 1, 0, 0], GIFSample.frame()), file(GIFSample.frame(), [0x77]),
    ]
    for bytes in broken { #expect(throws: MetadataStrippingError.damaged) { try rewriter.rewrite(bytes) } }
    for length in whole.indices {
      #expect(throws: MetadataStrippingError.damaged) { try rewriter.rewrite(Array(whole.prefix(length))) }
    }
  }

  /// Whatever comes out of damaged files holds nothing else, is as long as it plays, and stays as it is.
  @Test func whatWasRewrittenStaysAsItIs() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      var bytes = GIFSample.full
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let rewritten = try? rewriter.rewrite(bytes) else { continue }
      #expect(try rewriter.rewrite(rewritten) == rewritten)
      let (before, after) = (GIFFacts(ByteView(bytes)), GIFFacts(ByteView(rewritten)))
      #expect(after.metadata.isEmpty && after.trailingByteCount == 0)
      #expect(after.frameCount == before.frameCount && after.size == before.size)
    }
  }
}
