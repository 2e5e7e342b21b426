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
    #expect(SniffedFormat(firstBytes: bytes) == .picture(format))
    // It does not matter which format is asked first.
    #expect(SniffedFormat(firstBytes: bytes, among: PictureFormat.allCases.reversed()) == .picture(format))
  }

  static let videos: [(VideoFormat, [UInt8])] = [
    (.mp4, HEIFSample.brands("isom", "mp41")), (.quickTime, HEIFSample.brands("qt  ")),
    (.quickTime, big(100, 4) + ascii("moov")), (.m4v, HEIFSample.brands("M4V ")), (.threeGP, HEIFSample.brands("3gp5")),
    (.webm, [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + ascii("webm")),
    (.matroska, [0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88] + ascii("matroska")),
    (.avi, ascii("RIFF\0\0\0\0AVI ")), (.mpegProgramStream, [0, 0, 1, 0xBA]), (.mpegVideo, [0, 0, 1, 0xB3]),
  ]

  @Test(arguments: videos) func recognisesVideos(_ format: VideoFormat, _ bytes: [UInt8]) {
    #expect(SniffedFormat(firstBytes: bytes) == .video(format))
  }

  static let unsupported: [(String, [UInt8])] = [
    ("AVIF sequence", HEIFSample.brands("avis", "msf1")),
    ("HEIC sequence", HEIFSample.brands("hevc", "msf1")), ("MPEG-4 audio", HEIFSample.brands("M4A ")),
    ("AIFF audio", ascii("FORM\0\0\0\0AIFF")), ("AIFF audio", ascii("FORM\0\0\0\0AIFC")),
    ("camera raw (Canon CR3)", HEIFSample.brands("crx ")),
    ("MPEG transport stream", (0..<3).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }),
    ("Photoshop document", ascii("8BPS")), ("PDF", ascii("%PDF-1.7")),
    ("PostScript", ascii("%!PS-Adobe")), ("Encapsulated PostScript", [0xC5, 0xD0, 0xD3, 0xC6]),
    ("Windows icon", icon(1)), ("Windows cursor", icon(2)),
    ("JPEG 2000", hexadecimal("0000000C6A5020200D0A870A")),
    ("camera raw (Canon CR2)", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + ascii("CR")),
    ("ZIP archive", [0x50, 0x4B, 3, 4]),
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
    (
      "error answer of a server, in XML",
      ascii("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>")
    ),
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
