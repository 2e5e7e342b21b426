import MediaFacts
import TestSupport
import Testing

@Suite struct SniffedFormatTests {
  static let supported: [(PictureFormat, [UInt8])] = [
    (.jpeg, JPEGSample.plain), (.png, PNGSample.plain), (.gif, GIFSample.full), (.webp, WebPSample.full),
    (.bmp, BMPSample.core), (.bmp, BMPSample.versionFive), (.tiff, TIFFSample.exif()),
    (.tiff, [0x49, 0x49, 0x2B, 0, 8, 0]), (.jxl, [0xFF, 0x0A, 0]), (.jxl, hexadecimal("0000000C4A584C200D0A870A")),
    (.avif, HEIFSample.brands("avif", "mif1")), (.avif, HEIFSample.brands("mif1", "miaf", "avif")),
    (.avif, HEIFSample.brands("avis", "avif", "msf1")), (.avif, HEIFSample.brands("mif1", "avis")),
    (.heic, HEIFSample.brands("heic", "mif1")), (.heic, HEIFSample.brands("mif1", "heix")),
    (.heic, HEIFSample.brands("msf1", "hevc", "mif1", "heic")), (.heic, HEIFSample.brands("mif1")),
    (.svg, ascii("<svg xmlns='x'>")), (.svg, [0xEF, 0xBB, 0xBF] + ascii("\n <svg>")),
    (.svg, ascii("<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"-\">\n<svg/>")),
    (.svg, ascii("<!DOCTYPE svg [ <!ENTITY ns \"x>y\"> ]>")), (.svg, ascii("<s:svg xmlns:s='x'/>")),
    (.svg, [0xFF, 0xFE] + ascii("<svg>").flatMap { [$0, 0] }),
  ]

  @Test(arguments: supported) func recognisesWhatIsRead(_ format: PictureFormat, _ bytes: [UInt8]) {
    #expect(SniffedFormat(firstBytes: bytes) == .media(.picture(format)))
    // It does not matter which format is asked first.
    #expect(SniffedFormat(firstBytes: bytes, among: PictureFormat.allCases.reversed()) == .media(.picture(format)))
  }

  static let videos: [(VideoFormat, [UInt8])] = [
    (.mp4, HEIFSample.brands("isom", "mp41")), (.quickTime, HEIFSample.brands("qt  ")),
    (.quickTime, big(100, 4) + ascii("moov")), (.m4v, HEIFSample.brands("M4V ")), (.threeGP, HEIFSample.brands("3gp5")),
    (.webm, [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + ascii("webm")),
    (.matroska, [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88] + ascii("matroska")),
    (.avi, ascii("RIFF\0\0\0\0AVI ")), (.mpegProgramStream, [0, 0, 1, 0xBA]), (.mpegVideo, [0, 0, 1, 0xB3]),
  ]

  @Test(arguments: videos) func recognisesVideos(_ format: VideoFormat, _ bytes: [UInt8]) {
    #expect(SniffedFormat(firstBytes: bytes) == .media(.video(format)))
  }

  static let unsupported: [(String, [UInt8])] = [
    ("AVIF sequence", HEIFSample.brands("avis", "msf1")), ("HEIC sequence", HEIFSample.brands("hevc", "msf1")),
    ("MPEG-4 audio", HEIFSample.brands("M4A ")), ("AIFF audio", ascii("FORM\0\0\0\0AIFF")),
    ("AIFF audio", ascii("FORM\0\0\0\0AIFC")), ("camera raw (Canon CR3)", HEIFSample.brands("crx ")),
    ("MPEG transport stream", (0..<3).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }),
    ("Photoshop document", ascii("8BPS")), ("PDF", ascii("%PDF-1.7")), ("PostScript", ascii("%!PS-Adobe")),
    ("Encapsulated PostScript", [0xC5, 0xD0, 0xD3, 0xC6]), ("Windows icon", icon(1)), ("Windows cursor", icon(2)),
    ("JPEG 2000", hexadecimal("0000000C6A5020200D0A870A")),
    ("camera raw (Canon CR2)", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + ascii("CR")), ("ZIP archive", [0x50, 0x4B, 3, 4]),
    ("ZIP archive", archive("photos/xl/a.jpg")),
    ("a workbook of a spreadsheet program", archive("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml")),
    ("a workbook of a spreadsheet program", archive("docProps/app.xml", "xl/worksheets/sheet1.xml")),
    ("a workbook of a spreadsheet program", archive("mimetypeapplication/vnd.oasis.opendocument.spreadsheet")),
    ("a workbook of a spreadsheet program", archive("Index/Document.iwa", "Index/CalculationEngine.iwa")),
    ("a document of an office program", archive("[Content_Types].xml", "word/document.xml")),
    ("a document of an office program", archive("mimetypeapplication/vnd.oasis.opendocument.text")),
    ("gzip data, perhaps SVGZ", [0x1F, 0x8B, 8]), ("HTML page", ascii("\n<!DOCTYPE html>")),
    ("HTML page", ascii("<HTML lang='de'>")),
    ("Git LFS pointer", ascii("version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 9\n")),
    ("git-annex pointer", ascii("/annex/objects/SHA256E-s9--4d.jpg\n")),
    ("JSON text", ascii("{\"error\":{\"code\":403}}")), ("JSON text", ascii("\n{\n  \"message\": 1}")),
    ("error answer of a server, in XML", ascii("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>")),
    ("error answer of a server, in XML", [0xEF, 0xBB, 0xBF] + ascii("<Error>")),
    ("Windows shortcut", [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xC0]),
    ("Internet shortcut", ascii("[InternetShortcut]\r\nURL=https://example.com/")),
    ("macOS alias", ascii("book\0\0\0\0mark\0\0\0\0")),
    ("AppleDouble file, which holds what macOS keeps next to a picture", [0, 5, 0x16, 7, 0, 2, 0, 0]),
  ]

  /// The headers of the files in a ZIP archive.
  private static func archive(_ names: String...) -> [UInt8] {
    names.flatMap { [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26) + ascii($0) }
  }

  private static func icon(_ kind: UInt8) -> [UInt8] {
    [0, 0, kind, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 8, 0, 0, 0, 22, 0, 0, 0]
  }

  @Test(arguments: unsupported) func namesWhatIsNotRead(_ name: String, _ bytes: [UInt8]) {
    guard case .unsupported(let format) = SniffedFormat(firstBytes: bytes) else {
      Issue.record("\(name) was not recognised")
      return
    }
    #expect(format.name == name)
    #expect(!format.hint.isEmpty)
  }

  @Test(arguments: [
    [], [0xFF], ascii("BM"), ascii("hello"), [0] + JPEGSample.plain, [UInt8](repeating: 0, count: 5000),
    ascii("\u{89}PNG"), ascii("RIFF\0\0\0\0ABCD"), ascii("\0\0\0\0\0\0\0\0WEBP"), ascii("<note><svg/></note>"),
    ascii("text <svg>"), ascii("{ not JSON"), ascii("<errors/>"), ascii("version https://example.com/"),
    ascii("<!-- <svg> never ends"), ascii("BM") + [UInt8](repeating: 0xFF, count: 60),
  ])
  func doesNotGuess(_ bytes: [UInt8]) { #expect(SniffedFormat(firstBytes: bytes) == .unknown) }
}

/// Files that a decoder would give pixels of, and not those that are meant.
@Suite struct UnreadCodingTests {
  @Test(arguments: [(32_844, "TIFF in LogL"), (32_845, "TIFF in LogLuv"), (2, nil), (1, nil)] as [(Int, String?)])
  func lightOfTIFF(_ photometric: Int, _ name: String?) {
    let entries: [TIFFSample.Entry] = [.init(256, .short(3)), .init(257, .short(2)), .init(262, .short(photometric))]
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
      ([.init(262, .short(6)), .init(259, .short(7))], nil), ([.init(262, .short(6))], "TIFF in YCbCr without JPEG"),
      ([.init(259, .short(34_712))], "TIFF in JPEG 2000"), ([.init(259, .short(8))], nil),
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
    (sensorData, [image(4000, [.init(262, .short(32_803))])]), (reducedFirst, [image(64, [reduced]), image(4000)]),
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
