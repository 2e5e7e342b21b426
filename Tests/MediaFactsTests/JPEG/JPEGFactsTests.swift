import MediaFacts
import TestSupport
import Testing

@Suite struct JPEGFactsTests {
  @Test func plainPicture() {
    let facts = JPEGFacts(ByteView(JPEGSample.plain))
    let marker = JPEGMarker(rawValue: 0xC0)
    let size = PixelSize(width: 33, height: 21)
    #expect(facts.frame == JPEGFrame(marker: marker, precision: 8, size: size, componentCount: 3))
    #expect(facts.restartInterval == 4)
    #expect(facts.scanCount == 2)
    #expect(facts.endOffset == JPEGSample.plain.count)
    #expect(facts.metadata.isEmpty)
    #expect(facts.trailingByteCount == 0)
    #expect(facts.isWidelyDecodable)
  }

  static let segments: [([UInt8], Set<Picture.Metadata>)] = [
    (JPEGSample.headerWithThumbnail, [.thumbnail]), (JPEGSample.segment(0xE0, ascii("JFXX\0")), [.thumbnail]),
    (JPEGSample.segment(0xE0, ascii("AVI1")), [.other]), (JPEGSample.exif, [.exif, .gps, .other, .thumbnail]),
    (JPEGSample.segment(0xE1, ascii("Exif\0\0rubbish")), [.exif]), (JPEGSample.xmp, [.xmp, .gps]),
    (JPEGSample.extendedXMP, [.xmp]), (JPEGSample.iptc, [.iptc]), (JPEGSample.comment, [.comment]),
    (JPEGSample.segment(0xE2, ascii("MPF\0rubbish")), [.other]), (JPEGSample.segment(0xEF, []), [.other]),
    (JPEGSample.profile([1, 2, 3, 4]), []), (JPEGSample.adobe, []),
  ]

  @Test(arguments: segments) func eachSegmentIsNamed(_ segment: [UInt8], _ metadata: Set<Picture.Metadata>) {
    #expect(JPEGFacts(ByteView(JPEGSample.start + segment + JPEGSample.end)).metadata == metadata)
  }

  @Test func placeInExtendedXMPCutInTwo() {
    let name = ascii("http://ns.adobe.com/xmp/extension/\0") + [UInt8](repeating: 0, count: 40)
    let pieces = ["<a exif:GPSLat", "itude='1'/>"].flatMap { JPEGSample.segment(0xE1, name + ascii($0)) }
    #expect(JPEGFacts(ByteView(JPEGSample.start + pieces)).metadata == [.xmp, .gps])
  }

  @Test func profileWithAMissingPieceIsNone() {
    let piece = JPEGSample.segment(0xE2, ascii("ICC_PROFILE\0") + [1, 2, 9])
    #expect(JPEGFacts(ByteView(JPEGSample.start + piece)).profile == nil)
  }

  /// Numbers that do not exist are upright.
  @Test(arguments: Array(1...8) + [0, 9, 65_535]) func orientation(_ value: Int) {
    let exif = JPEGSample.segment(0xE1, ascii("Exif\0\0") + TIFFSample.exif(orientation: value))
    #expect(JPEGFacts(ByteView(JPEGSample.start + exif)).orientation == ((1...8).contains(value) ? value : 1))
  }

  static let frames: [(String, [UInt8], Bool)] = [
    ("baseline, gray", JPEGSample.frame(components: 1), true), ("extended", JPEGSample.frame(0xC1), true),
    ("progressive", JPEGSample.frame(0xC2), true), ("lossless", JPEGSample.frame(0xC3), false),
    ("arithmetic", JPEGSample.frame(0xC9), false), ("12 bits", JPEGSample.frame(0xC1, precision: 12), false),
    ("CMYK", JPEGSample.frame(components: 4), false), ("no height", JPEGSample.frame(height: 0), false),
    ("height said late", JPEGSample.frame(height: 0) + JPEGSample.segment(0xDC, [0, 5]), false),
    ("two frames", JPEGSample.frame() + JPEGSample.frame(), false), ("no frame", [], false),
    ("start inside", JPEGSample.frame() + JPEGSample.start, false),
  ]

  @Test(arguments: frames)
  func onlyCommonCodingIsWidelyDecodable(_ name: String, _ frame: [UInt8], _ isWidelyDecodable: Bool) {
    let bytes = JPEGSample.start + JPEGSample.tables + frame + JPEGSample.scan + JPEGSample.end
    #expect(JPEGFacts(ByteView(bytes)).isWidelyDecodable == isWidelyDecodable, "\(name)")
  }

  /// Adobe RGB that only EXIF names, by its colour space or its interoperability index.
  @Test(
    arguments: [(2, nil, true), (1, nil, false), (0xFFFF, "R03", true), (2, "R98", false), (0xFFFF, nil, false)]
      as [(Int, String?, Bool)])
  func coloursOfExif(_ space: Int, _ rules: String?, _ isAdobe: Bool) {
    let interoperability =
      rules.map { [TIFFSample.Entry(0xA005, .directory([.init(1, .bytes(ascii($0 + "\0")))]))] } ?? []
    let exif = TIFFSample(pages: [[.init(0x8769, .directory([.init(0xA001, .short(space))] + interoperability))]])
    let segment = JPEGSample.segment(0xE1, ascii("Exif\0\0") + exif.bytes)
    let facts = HeaderFacts(parsing: JPEGSample.start + segment + JPEGSample.plain.dropFirst(2), format: .jpeg)
    #expect(facts.color.profile == (isAdobe ? .other : .none) && facts.differences.isEmpty == !isAdobe)
    let behind = HeaderFacts(parsing: Array(JPEGSample.plain.dropLast(2)) + segment + JPEGSample.end, format: .jpeg)
    #expect(behind.color.profile == .none)
  }

  @Test func withoutAnEndNothingTrails() {
    let facts = JPEGFacts(ByteView(JPEGSample.plain.dropLast(2)))
    #expect(facts.endOffset == nil)
    #expect(facts.trailingByteCount == 0)
    #expect(!facts.isWidelyDecodable)
  }

  /// The index of further pictures says where the second one lies: it is metadata and no bytes of nothing.
  @Test(arguments: [(0x010001, 3), (0, 3), (0x020002, 18)])
  func furtherPicturesDoNotTrailUnlessTheyAreOtherViews(_ kind: Int, _ trailing: Int) {
    let second = ascii("another picture")
    func index(_ offset: Int) -> [UInt8] {
      let entries = big(0x030000, 4) + big(0, 12) + big(kind, 4) + big(second.count, 4) + big(offset, 4) + big(0, 4)
      return JPEGSample.segment(0xE2, ascii("MPF\0") + TIFFSample(pages: [[.init(0xB002, .bytes(entries))]]).bytes)
    }
    let start = JPEGSample.start + index(0)
    let rest = JPEGSample.plain.dropFirst(2)
    let bytes = JPEGSample.start + index(start.count + rest.count - 10) + rest + second
    let facts = JPEGFacts(ByteView(bytes + [1, 2, 3]))
    #expect(facts.metadata == (kind == 0x020002 ? [] : kind == 0 ? [.other] : [.other, .thumbnail]))
    #expect(facts.trailingByteCount == trailing)
  }
}
