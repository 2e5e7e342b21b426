import MediaFacts
import TestSupport
import Testing

@Suite struct HEIFFactsTests {
  @Test func everything() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 200, height: 300)
    expected.metadata = [.exif, .gps, .other, .thumbnail, .xmp]
    expected.color = ColorDescription(transfer: .pq, primaries: .bt2020)
    expected.bitDepth = 10
    expected.hasAlpha = true
    // The sample's alpha lacks the turn.
    expected.differences = ["its transparency, which is not turned as its colours are"]
    expected.isLossy = true
    let properties = [
      HEIFSample.size(300, 200), HEIFSample.quarterTurn, HEIFSample.tenBits,
      HEIFSample.nclx(primaries: 9, transfer: 16),
    ]
    let bytes = HEIFSample.file(properties, isDecorated: true)
    #expect(HeaderFacts(parsing: bytes, format: .avif) == expected)
  }

  @Test func multipliedColoursAreKnown() throws {
    let plain = HEIFSample.file([HEIFSample.size(4, 4)], isDecorated: true)
    #expect(!HeaderFacts(parsing: plain, format: .avif).isPremultiplied)
    let place = try #require((0..<plain.count).first { plain[$0...].starts(with: Array("cdsc".utf8)) })
    // The reference of EXIF becomes one from the picture to its alpha.
    let bytes = plain[..<place] + Array("prem".utf8) + big(1, 2) + big(1, 2) + big(2, 2) + plain[(place + 10)...]
    let turned = HeaderFacts(parsing: Array(bytes), format: .avif)
    #expect(turned.isPremultiplied)
    // Browsers undo it in an AVIF.
    let heic = HeaderFacts(parsing: Array(bytes), format: .heic)
    #expect(
      heic.differences.dropLast() == turned.differences[...] && heic.differences.last?.contains("multiplied") == true)
  }

  @Test func profile() {
    let profile = HEIFSample.box("colr", ascii("prof") + ICCSample.displayP3.bytes)
    let facts = HeaderFacts(parsing: HEIFSample.file([HEIFSample.size(4, 4), profile]), format: .heic)
    #expect(facts.profile == ICCSample.displayP3.bytes)
    #expect(facts.color == ColorDescription(profile: .other))
    #expect(!facts.hasAlpha && facts.metadata.isEmpty && facts.frameCount == 1)
  }

  @Test(arguments: [(1, ColorDescription.Primaries.bt709), (12, .displayP3), (9, .bt2020)])
  func codePoints(_ number: Int, _ primaries: ColorDescription.Primaries) {
    let bytes = HEIFSample.file([HEIFSample.size(4, 4), HEIFSample.nclx(primaries: number, transfer: 18)])
    let color = HeaderFacts(parsing: bytes, format: .avif).color
    #expect(color == ColorDescription(transfer: .hlg, primaries: primaries))
  }

  @Test func cropping() {
    let crop = HEIFSample.box("clap", [100, 1, 50, 1, 0, 1, 0, 1].flatMap { big($0, 4) })
    let bytes = HEIFSample.file([HEIFSample.size(300, 200), crop, HEIFSample.quarterTurn])
    #expect(HEIFFacts(ByteView(bytes)).header.size == PixelSize(width: 50, height: 100))
  }

  @Test func sequences() {
    let bytes = HEIFSample.file([HEIFSample.size(4, 4)]) + HEIFSample.movie(frames: 120)
    #expect(HeaderFacts(parsing: bytes, format: .avif).frameCount == 120)
  }

  /// Only a file whose first brand is that of sequences is meant to move; in others the sequence is next to the picture.
  @Test(arguments: [("avis", 2, true), ("msf1", 9, true), ("avis", 1, false), ("avif", 120, false)])
  func motion(_ brand: String, _ frames: Int, _ isMotion: Bool) {
    let bytes = HEIFSample.brands(brand, "avif", "avis", "mif1") + HEIFSample.movie(frames: frames)
    #expect(HeaderFacts(parsing: bytes, format: .avif).isUnreadMotion == isMotion)
  }

  /// A sequence with a picture next to it is shown as that picture, which is noted if the file is meant to move.
  @Test(arguments: [("msf1", 9, 9), ("hevc", 2, 2), ("msf1", 1, nil), ("heic", 9, nil)] as [(String, Int, Int?)])
  func theCoverOfASequenceIsUsed(_ brand: String, _ frames: Int, _ covered: Int?) {
    let cover = HEIFSample.file([HEIFSample.size(4, 4)]).dropFirst(
      HEIFSample.brands("mif1", "mif1", "avif", "miaf").count)
    let bytes = HEIFSample.brands(brand, "mif1", "heic") + cover + HEIFSample.movie(frames: frames)
    let facts = HeaderFacts(parsing: bytes, format: .heic)
    #expect(!facts.isUnreadMotion && facts.size == PixelSize(width: 4, height: 4))
    #expect(facts.coveredFrameCount == covered)
  }

  /// Whether there is colour only the codec's configuration tells: some writers count one channel where transparency is apart.
  @Test(arguments: [(UInt8(1), ColorDescription.Model.rgb), (0, .gray)])
  func channelsAreNotCounted(_ chroma: UInt8, _ model: ColorDescription.Model) {
    let configuration = [UInt8](repeating: 0, count: 16) + [0xFC | chroma, 0xF8] + [UInt8](repeating: 0, count: 5)
    let properties = [HEIFSample.size(4, 4), HEIFSample.full("pixi", [1, 8]), HEIFSample.box("hvcC", configuration)]
    #expect(HeaderFacts(parsing: HEIFSample.file(properties), format: .heic).color.model == model)
  }

  @Test(arguments: [(UInt8(0x0C), ColorDescription.Model.rgb), (0x1C, .gray)])
  func codecConfigurationSaysColor(_ flags: UInt8, _ model: ColorDescription.Model) {
    let properties = [HEIFSample.size(4, 4), HEIFSample.box("av1C", [0x81, 0, flags, 0])]
    #expect(HeaderFacts(parsing: HEIFSample.file(properties), format: .avif).color.model == model)
  }

  @Test func codecConfigurationSaysDepth() {
    let bytes = HEIFSample.file([HEIFSample.size(4, 4), HEIFSample.box("av1C", [0x81, 0, 0x60, 0])])
    #expect(HEIFFacts(ByteView(bytes)).header.bitDepth == 12)
  }

  @Test func whatIsNoBoxTrails() {
    let bytes = HEIFSample.file([HEIFSample.size(4, 4)])
    #expect(HEIFFacts(ByteView(bytes)).header.trailingByteCount == 0)
    #expect(HEIFFacts(ByteView(bytes + [0, 0, 0, 1, 2, 3])).header.trailingByteCount == 6)
  }
}
