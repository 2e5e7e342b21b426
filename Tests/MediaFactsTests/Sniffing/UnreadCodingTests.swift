import MediaFacts
import TestSupport
import Testing

/// Files that a decoder would give pixels of, and not those that are meant.
@Suite struct UnreadCodingTests {
  @Test(arguments: [(32_844, "TIFF in LogL"), (32_845, "TIFF in LogLuv"), (2, nil), (1, nil)] as [(Int, String?)])
  func lightOfTIFF(_ photometric: Int, _ name: String?) {
    let entries: [TIFFSample.Entry] = [
      .init(256, .short(3)), .init(257, .short(2)), .init(262, .short(photometric)),
    ]
    let facts = HeaderFacts(parsing: TIFFSample(pages: [entries]).bytes, format: .tiff)
    #expect(facts.unreadCoding?.name == name)
  }

  /// Numbers that the decoder takes for others.
  @Test(
    arguments: [
      ([.init(258, .short(32)), .init(339, .short(2))], "TIFF in samples with a sign"), ([.init(258, .short(16))], nil),
      ([.init(258, .short(32)), .init(339, .short(1))], "TIFF in integer samples of more than 16 bits"),
      ([.init(258, .short(64)), .init(339, .short(6))], "TIFF in complex samples"),
      ([.init(258, .short(32)), .init(339, .short(3))], nil), ([.init(258, .short(12))], "TIFF in samples of 12 bits"),
      ([.init(258, .short(64)), .init(339, .short(3))], "TIFF in floating-point samples"),
      ([.init(258, .short(32)), .init(262, .short(1)), .init(339, .short(3))], "TIFF in floating-point samples"),
      ([.init(262, .short(5)), .init(332, .short(2))], "TIFF in inks other than cyan, magenta, yellow and black"),
      ([.init(338, .bytes([0, 0, 0, 0, 0, 0]))], "TIFF in several extra channels"),
      ([.init(262, .short(6)), .init(259, .short(7))], nil),
      ([.init(262, .short(6))], "TIFF in YCbCr without JPEG"), ([.init(259, .short(34_712))], "TIFF in JPEG 2000"),
      ([.init(259, .short(8))], nil),
    ] as [([TIFFSample.Entry], String?)])
  func samplesOfTIFF(_ entries: [TIFFSample.Entry], _ name: String?) {
    let facts = HeaderFacts(parsing: TIFFSample(pages: [Self.image(9, entries)]).bytes, format: .tiff)
    #expect(facts.unreadCoding?.name == name)
  }

  private static func image(_ side: Int, _ more: [TIFFSample.Entry] = []) -> [TIFFSample.Entry] {
    [.init(256, .long(side)), .init(257, .long(side))] + more
  }

  private static let reduced = TIFFSample.Entry(254, .long(1))
  private static let reducedFirst = "a TIFF whose first image is a thumbnail of a larger one"
  private static let sensorData = "camera raw (TIFF with sensor data)"

  static let contentsOfTIFF: [(String?, [[TIFFSample.Entry]])] = [
    ("camera raw (DNG)", [image(64, [.init(50_706, .bytes([1, 4, 0, 0]))])]),
    (sensorData, [image(64, [reduced, .init(330, .directory(image(4000, [.init(262, .short(32_803))])))])]),
    (sensorData, [image(64, [.init(330, .directory(image(4000, [.init(262, .short(34_892))])))])]),
    (sensorData, [image(64), image(4000, [.init(262, .short(32_803))])]),
    (sensorData, [image(4000, [.init(262, .short(32_803))])]),
    (reducedFirst, [image(64, [reduced]), image(4000)]),
    (reducedFirst, [image(64, [.init(255, .short(2))]), image(4000)]),
    (reducedFirst, [image(64, [reduced, .init(330, .directory(image(4000)))])]),
    (nil, [image(64, [reduced])]), (nil, [image(64), image(4000)]), (nil, [image(4000), image(64, [reduced])]),
    (nil, [image(64, [reduced]), image(32)]), (nil, [image(64, [reduced]), image(4000, [reduced])]),
    (nil, [image(4000, [.init(330, .directory(image(2000, [reduced])))])]),
  ]

  /// Decoders give the first image, which is a thumbnail in camera raw and where a larger one comes behind it.
  @Test(arguments: contentsOfTIFF)
  func picturesOfTIFF(_ name: String?, _ pages: [[TIFFSample.Entry]]) {
    #expect(HeaderFacts(parsing: TIFFSample(pages: pages).bytes, format: .tiff).unreadCoding?.name == name)
  }

  /// Directories that point at themselves and at nothing.
  @Test func hostileDirectoriesOfTIFFEnd() {
    let itself = TIFFSample(pages: [Self.image(64, [.init(330, .long(8))])]).bytes
    #expect(HeaderFacts(parsing: itself, format: .tiff).unreadCoding == nil)
    let nowhere = TIFFSample(pages: [Self.image(64, [Self.reduced, .init(330, .long(0x7FFF_FFFF))])]).bytes
    #expect(HeaderFacts(parsing: nowhere, format: .tiff).unreadCoding == nil)
    let many =
      ascii("II") + [42, 0] + little(8, 4) + little(1, 2) + little(330, 2) + little(4, 2)
      + little(0x3FFF_FFFF, 4) + little(8, 4) + little(8, 4)
    #expect(HeaderFacts(parsing: many, format: .tiff).unreadCoding == nil)
  }

  @Test func cousinsOfJPEGAndPNGAreNamed() {
    let still = joined(JPEGSample.start, JPEGSample.segment(0xF7, [8, 0, 4, 0, 4, 1, 1, 0x11, 0]), JPEGSample.end)
    #expect(HeaderFacts(parsing: still, format: .jpeg).unreadCoding?.name == "JPEG-LS")
    #expect(HeaderFacts(parsing: JPEGSample.plain, format: .jpeg).unreadCoding == nil)
    let converted = joined(
      PNGSample.signature, PNGSample.chunk("CgBI", [0x50, 0, 0x20, 2]), PNGSample.header(), PNGSample.pixels,
      PNGSample.end)
    #expect(HeaderFacts(parsing: converted, format: .png).unreadCoding?.name.contains("CgBI") == true)
    #expect(HeaderFacts(parsing: PNGSample.plain, format: .png).unreadCoding == nil)
  }

  /// An extra channel of type 4 is black, of type 0 alpha.
  @Test(arguments: [(4, "JPEG XL in CMYK"), (1, nil)] as [(Int, String?)])
  func blackOfJPEGXL(_ type: Int, _ name: String?) {
    let size = BitSample().adding(0, 1).adding(0, 2).adding(499, 9).adding(7, 3).adding(0, 1).adding(0, 1)
    let depth = size.adding(0, 1).adding(0, 2).adding(1, 1).adding(1, 2)
    let kind = type < 2 ? depth.adding(0, 1).adding(type, 2) : depth.adding(0, 1).adding(2, 2).adding(type - 2, 4)
    let bits = kind.adding(0, 1).adding(0, 2).adding(0, 2).adding(0, 2).adding(0, 32)
    #expect(HeaderFacts(parsing: [0xFF, 0x0A] + bits.bytes, format: .jxl).unreadCoding?.name == name)
  }

  @Test(arguments: [
    ("<image href='photo.png'/>", ["photo.png"]),
    ("<g><svg:image width=\"9\" xlink:href = \"../a b.jpg\"/></g>", ["../a b.jpg"]),
    ("<use href='icons.svg#star'/><use href='#own'/><use href='icons.svg#star'/>", ["icons.svg#star"]),
    ("<filter><feImage xlink:href='https://example.com/x.png'/></filter>", ["https://example.com/x.png"]),
    ("<a href='https://example.com/'>text</a>", []), ("<rect fill='url(colours.svg#red)'/>", ["colours.svg#red"]),
    ("<style>@import url('brand.css');</style>", ["brand.css"]),
    ("<!-- <image href='photo.png'/> --><text>image href='photo.png'</text>", []),
    ("<style><![CDATA[ <image href='photo.png'/> ]]></style>", []),
    ("<image href='photo.png", ["photo.png"]), ("<image href", []), ("<", []),
  ])
  func filesThatDrawingsShow(_ content: String, _ names: [String]) {
    let bytes = Array("<?xml version='1.0'?><svg viewBox='0 0 9 9'>\(content)</svg>".utf8)
    let found = HeaderFacts(parsing: bytes, format: .svg).unreadCoding?.name
    #expect(names.isEmpty ? found == nil : names.allSatisfy { found?.contains($0) == true }, "\(found ?? "nothing")")
  }

  @Test func styleSheetsOfDrawingsAreFiles() {
    let bytes = Array("<?xml-stylesheet type='text/css' href='style.css'?><svg/>".utf8)
    #expect(HeaderFacts(parsing: bytes, format: .svg).unreadCoding?.name.contains("style.css") == true)
  }
}
