import Foundation
import MediaFacts
import TestSupport
import Testing

@Suite struct HeaderFactsTests {
  @Test func jpeg() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 33, height: 21)
    expected.metadata = Set(Picture.Metadata.allCases)
    expected.color.profile = .sRGB
    expected.profile = ICCSample.sRGB.bytes
    expected.bitDepth = 8
    expected.trailingByteCount = 8
    expected.isWidelyDecodable = true
    expected.isLossy = true
    #expect(HeaderFacts(parsing: JPEGSample.full, format: .jpeg) == expected)
  }

  @Test func png() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 20, height: 10)
    expected.metadata = [.comment, .exif, .gps, .iptc, .other, .xmp]
    expected.color.profile = .sRGB
    expected.profile = ICCSample.sRGB.bytes
    expected.bitDepth = 8
    expected.trailingByteCount = 8
    expected.isWidelyDecodable = true
    #expect(HeaderFacts(parsing: PNGSample.full, format: .png) == expected)
  }

  @Test func svg() {
    var expected = HeaderFacts()
    expected.hasAlpha = true
    expected.size = PixelSize(width: 40, height: 30)
    #expect(HeaderFacts(parsing: ascii("<svg viewBox='0 0 40 30'/>"), format: .svg) == expected)
  }

  /// Sizes that are too large for decoders are found before decoding.
  @Test func enormousPictures() {
    let jpeg = JPEGSample.start + JPEGSample.frame(width: 65_535, height: 65_535)
    #expect(HeaderFacts(parsing: jpeg, format: .jpeg).size == PixelSize(width: 65_535, height: 65_535))
    let png = PNGSample.signature + PNGSample.header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    #expect(HeaderFacts(parsing: png, format: .png).size?.count == 0x7FFF_FFFF * 0x7FFF_FFFF)
  }

  /// Without a profile each program guesses what print colours look like.
  @Test(arguments: [
    (1, ColorDescription.Model.gray, false, 0), (3, .rgb, false, 0), (4, .cmyk, false, 1), (4, .cmyk, true, 0),
  ])
  func channelsOfJPEG(_ count: Int, _ model: ColorDescription.Model, _ hasProfile: Bool, _ differences: Int) {
    let profile = hasProfile ? JPEGSample.profile(ICCSample(space: "CMYK", tags: []).bytes) : []
    let bytes = JPEGSample.start + profile + JPEGSample.frame(components: count)
    let facts = HeaderFacts(parsing: bytes, format: .jpeg)
    #expect(facts.color.model == model && facts.differences.count == differences)
  }

  @Test func paletteEntriesHaveEightBits() {
    let bytes = PNGSample.signature + PNGSample.header(depth: 2, type: 3)
    #expect(HeaderFacts(parsing: bytes, format: .png).bitDepth == 8)
    let gray = PNGSample.signature + PNGSample.header(depth: 2, type: 0)
    #expect(HeaderFacts(parsing: gray, format: .png).bitDepth == 2)
  }

  @Test func bytesThatAreNoProfileCountAsNone() {
    let bytes = JPEGSample.start + JPEGSample.profile([1, 2, 3, 4]) + JPEGSample.frame()
    #expect(HeaderFacts(parsing: bytes, format: .jpeg).color.profile == .none)
  }
}

/// Real pictures, where a folder of them is named.
@Suite(.enabled(if: corpusFolder != nil)) struct CorpusTests {
  private static let files: [URL] =
    corpusFolder.map { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
        .filter { !$0.hasDirectoryPath }
    } ?? []

  @Test(arguments: files) func cleanPicturesHoldNoMetadata(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    guard case .picture(let format)? = SniffedFormat(firstBytes: bytes).format else { return }
    let facts = HeaderFacts(parsing: bytes, format: format)
    #expect(facts.size?.count ?? 0 >= 0)
    guard [.jpeg, .png].contains(format), facts.size?.count ?? 0 < 1 << 26,
      let cleaned = try? CleanPicture(bytes, format: format).bytes
    else { return }
    let remaining = HeaderFacts(parsing: cleaned, format: format)
    #expect(remaining.metadata.isEmpty && remaining.trailingByteCount == 0 && remaining.profile == nil)
    #expect(remaining.size == facts.size && remaining.isWidelyDecodable)
    #expect(try CleanPicture(cleaned, format: format).bytes == cleaned)
  }
}
