import MediaFacts
import TestSupport
import Testing

@Suite struct PNGFactsTests {
  @Test func plainPicture() {
    let facts = PNGFacts(ByteView(PNGSample.plain))
    #expect(facts.header?.size == PixelSize(width: 20, height: 10))
    #expect(facts.header?.colorType == .rgb)
    #expect(facts.metadata.isEmpty)
    #expect(facts.endOffset == PNGSample.plain.count)
    #expect(facts.isWidelyDecodable)
  }

  @Test func coloursOfItsOwn() {
    let color = PNGFacts(ByteView(PNGSample.full)).color
    #expect(color.profileName == "name" && color.gamma == 45_455 && color.chromaticities?.first == 31_270)
  }

  static let chunks: [([UInt8], Set<Picture.Metadata>)] = [
    (PNGSample.chunk("iTXt", ascii("XML:com.adobe.xmp\0") + [1, 0, 0, 0] + PNGSample.packedXMP), [.xmp, .gps]),
    (PNGSample.chunk("iTXt", ascii("XML:com.adobe.xmp\0\0\0en\0\0GPSLatitude")), [.xmp, .gps]),
    (PNGSample.chunk("zTXt", ascii("Raw profile type exif\0") + [0] + zlibStored(rawExif)), [.exif, .gps]),
    (PNGSample.chunk("tEXt", ascii("Comment\0hello")), [.comment]), (PNGSample.chunk("tEXt", []), [.comment]),
    (PNGSample.chunk("eXIf", TIFFSample.exif(hasThumbnail: true)), [.exif, .thumbnail]),
    (PNGSample.chunk("tIME", big(0, 7)), [.other]), (PNGSample.chunk("caBX", [1]), [.other]),
    (PNGSample.chunk("pHYs", big(0, 9)), []), (PNGSample.chunk("bKGD", [0]), []),
  ]

  private static let rawExif = ascii(
    "\nexif\n      99\n"
      + TIFFSample.exif(hasPlace: true).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ""))

  @Test(arguments: chunks) func eachChunkIsNamed(_ chunk: [UInt8], _ metadata: Set<Picture.Metadata>) {
    let bytes = PNGSample.signature + PNGSample.header() + chunk + PNGSample.pixels + PNGSample.end
    #expect(PNGFacts(ByteView(bytes)).metadata == metadata)
  }

  /// Packed with the fixed Huffman code and with references to earlier text.
  @Test func unpacksFixedCodes() {
    let packed = hexadecimal("7801730f08f6492cc92c294d495570c7ce0600dfbb0cb3")
    let chunk = PNGSample.chunk("zTXt", ascii("Raw profile type xmp\0") + [0] + packed)
    #expect(PNGFacts(ByteView(PNGSample.signature + PNGSample.header() + chunk)).metadata == [.xmp, .gps])
  }

  @Test func codePointsComeFirst() {
    let chunks = PNGSample.profile(ICCSample.displayP3.bytes) + PNGSample.chunk("cICP", [9, 16, 0, 1])
    let facts = HeaderFacts(
      parsing: PNGSample.signature + PNGSample.header(depth: 16) + chunks + PNGSample.pixels, format: .png)
    #expect(facts.color == ColorDescription(profile: .other, transfer: .pq, primaries: .bt2020))
    #expect(!facts.isWidelyDecodable)
  }

  @Test(arguments: [(1, false), (2, true), (40, true)]) func framesAreCounted(_ count: Int, _ isAnimated: Bool) {
    let facts = PNGFacts(ByteView(PNGSample.animation(frames: count)))
    #expect(facts.frameCount == count)
    #expect(facts.declaredFrameCount == count)
    #expect(facts.isWidelyDecodable != isAnimated)
  }

  /// Fractions of a second are rounded to milliseconds; without a denominator they are hundredths.
  @Test func timesAndDisposals() {
    let frames = joined(
      PNGSample.control(delay: 1, of: 30, disposal: 0), PNGSample.control(delay: 7, of: 0, disposal: 1),
      PNGSample.control(delay: 65_535, of: 1, disposal: 2))
    let bytes = PNGSample.signature + PNGSample.header() + PNGSample.chunk("acTL", big(3, 4) + big(5, 4)) + frames
    let expected = Animation(delays: [33, 70, 65_535_000], loopCount: 5, disposals: [.background, .keep, .previous])
    #expect(HeaderFacts(parsing: bytes, format: .png).animation == expected)
    #expect(HeaderFacts(parsing: PNGSample.animation(frames: 1), format: .png).animation == nil)
  }

  /// Pixels before the first frame are of none: the one frame that there is has to be decoded as such.
  @Test func aFrameBesideThePixels() {
    let start = PNGSample.signature + PNGSample.header() + PNGSample.chunk("acTL", big(1, 4) + big(0, 4))
    let control = PNGSample.control(delay: 10, of: 100, disposal: 0)
    let frame = PNGSample.chunk("fdAT", big(1, 4) + [9])
    let facts = HeaderFacts(parsing: start + PNGSample.pixels + control + frame + PNGSample.end, format: .png)
    #expect(facts.animation?.delays == [100] && !facts.isWidelyDecodable)
    for bytes in [start + control + PNGSample.pixels, start + PNGSample.pixels + control, start + PNGSample.pixels] {
      let facts = HeaderFacts(parsing: bytes + PNGSample.end, format: .png)
      #expect(facts.animation == nil && facts.isWidelyDecodable)
    }
  }

  @Test func transparency() {
    func hasTransparency(_ type: UInt8, _ chunk: [UInt8] = []) -> Bool {
      PNGFacts(ByteView(PNGSample.signature + PNGSample.header(type: type) + chunk)).hasTransparency
    }
    #expect(hasTransparency(6) && hasTransparency(4) && hasTransparency(3, PNGSample.chunk("tRNS", [0])))
    #expect(!hasTransparency(2) && !hasTransparency(0) && !hasTransparency(3))
  }

  @Test(arguments: [
    PNGSample.header(width: 0), PNGSample.header(height: 0x8000_0000), PNGSample.header(depth: 3),
    PNGSample.header(depth: 16, type: 3), PNGSample.header(type: 5), PNGSample.chunk("IHDR", []), PNGSample.pixels,
  ])
  func impossibleHeadersAreNone(_ header: [UInt8]) {
    #expect(PNGFacts(ByteView(PNGSample.signature + header)).header == nil)
  }

  @Test func wrongChecksumsAreNoted() {
    var bytes = PNGSample.plain
    bytes[bytes.count - 14] ^= 1
    let facts = PNGFacts(ByteView(bytes))
    #expect(facts.hasWrongChecksum)
    #expect(!facts.isWidelyDecodable)
    #expect(!PNGFacts(ByteView(PNGSample.plain)).hasWrongChecksum)
  }
}
