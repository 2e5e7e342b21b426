import MediaFacts
import TestSupport
import Testing

@Suite struct TIFFFactsTests {
  static let picture: [TIFFSample.Entry] = [
    .init(256, .long(300)), .init(257, .short(200)), .init(258, .short(16)), .init(259, .short(7)),
    .init(262, .short(5)), .init(274, .short(6)),
    .init(338, .short(2)), .init(34_675, .bytes(ICCSample(space: "CMYK", tags: []).bytes)),
  ]

  @Test func pictureAndPages() {
    var expected = HeaderFacts()
    expected.size = PixelSize(width: 300, height: 200)
    expected.orientation = 6
    expected.metadata = [.thumbnail]
    expected.color = ColorDescription(model: .cmyk, profile: .other)
    expected.profile = ICCSample(space: "CMYK", tags: []).bytes
    expected.bitDepth = 16
    expected.frameCount = 3
    expected.hasAlpha = true
    expected.isLossy = true
    let bytes = TIFFSample(pages: [Self.picture, [.init(254, .long(1))], [.init(256, .long(1))]]).bytes
    #expect(HeaderFacts(parsing: bytes, format: .tiff) == expected)
  }

  @Test func metadata() {
    let exif: [TIFFSample.Entry] = [.init(0x927C, .bytes([1, 2, 3, 4, 5]))]
    let page: [TIFFSample.Entry] = [
      .init(270, .bytes(ascii("me\0"))), .init(271, .bytes(ascii("a\0"))), .init(700, .bytes(ascii("<rdf/>"))),
      .init(33_723, .bytes([1])), .init(34_377, .bytes(ascii("8BIM"))),
      .init(34_665, .directory(exif)), .init(34_853, .directory([.init(1, .bytes(ascii("N\0")))])),
    ]
    let facts = TIFFFacts(ByteView(TIFFSample(pages: [page]).bytes)).header
    #expect(facts.metadata == [.comment, .exif, .gps, .iptc, .other, .xmp])
  }

  /// A directory with only versions has no place.
  @Test func emptyPlace() {
    let bytes = TIFFSample(pages: [[.init(34_853, .directory([.init(0, .long(0x0202_0000))]))]]).bytes
    #expect(TIFFFacts(ByteView(bytes)).header.metadata == [.exif])
  }

  @Test func chainsThatReturnEnd() {
    let bytes = ascii("II") + [42, 0] + little(8, 4) + little(1, 2) + little(0, 12) + little(8, 4)
    #expect(TIFFFacts(ByteView(bytes)).header.frameCount == 1)
  }

  @Test func longChainsAreCutOff() {
    var bytes = ascii("II") + [42, 0] + little(8, 4)
    for index in 0..<70_000 { bytes += little(1, 2) + little(0, 12) + little(8 + 18 * (index + 1), 4) }
    #expect(TIFFFacts(ByteView(bytes)).header.frameCount == TIFFFacts.pageLimit)
  }

  @Test func bigTIFF() {
    let entries =
      little(256, 2) + little(16, 2) + little(1, 8) + little(70_000, 8)
      + little(257, 2) + little(4, 2) + little(1, 8) + little(9, 8)
    let bytes = ascii("II") + [43, 0, 8, 0, 0, 0] + little(16, 8) + little(2, 8) + entries + little(0, 8)
    #expect(TIFFFacts(ByteView(bytes)).header.size == PixelSize(width: 70_000, height: 9))
  }
}
