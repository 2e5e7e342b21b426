import MediaFacts
import TestSupport
import Testing

/// PNGs that hold more than the picture. Each is cleaned to the same picture, or refused.
@Suite struct PNGCleaningTests {
  private static let marker = ascii("MARKER<script>")
  /// Four rows of three pixels, each row with its filter.
  private static let stream = zlibStored(rows)
  private static let rows: [UInt8] = (0..<4).flatMap { row -> [UInt8] in
    [0] + [UInt8](repeating: row * 20 + 7, count: 9)
  }
  private static let header = PNGSample.header(width: 3, height: 4)
  private static let pixels = PNGSample.chunk("IDAT", stream)

  private static func file(_ chunks: [UInt8]..., header: [UInt8] = header) -> [UInt8] {
    PNGSample.signature + header + chunks.flatMap(\.self) + PNGSample.end
  }

  private static let plain = file(pixels)

  private func clean(_ bytes: [UInt8]) throws -> [UInt8] { try CleanPicture(bytes, format: .png).bytes }

  static let decorated: [(String, [UInt8])] = [
    ("behind the pixels in their chunk", file(PNGSample.chunk("IDAT", stream + marker))),
    ("a chunk of pixels too many", file(pixels, PNGSample.chunk("IDAT", marker))),
    ("a suggested palette", file(PNGSample.chunk("sPLT", marker + [0, 8]), pixels)),
    ("a palette of true colours", file(PNGSample.chunk("PLTE", marker + [0]), pixels)),
    ("something else than a profile", file(PNGSample.profile(ascii("<script>") + marker), pixels)),
    ("a profile's name", file(PNGSample.chunk("iCCP", marker + [0, 0] + zlibStored([1])), pixels)),
    ("a long gamma", file(PNGSample.chunk("gAMA", big(45_455, 4) + marker), pixels)),
    ("long primaries", file(PNGSample.chunk("cHRM", PNGSample.standardPrimaries[8..<40] + marker), pixels)),
    ("a background", file(PNGSample.chunk("bKGD", marker), pixels)),
    ("an unknown chunk", file(PNGSample.chunk("maRk", marker), pixels)),
    ("a comment", file(PNGSample.chunk("tEXt", ascii("a\0") + marker), pixels)), ("behind the end", plain + marker),
    ("a late gamma", file(pixels, PNGSample.standardGamma)),
    ("no bytes of pixels", file(PNGSample.chunk("IDAT"), pixels)),
    ("another gamma", file(PNGSample.chunk("gAMA", big(100_000, 4)), PNGSample.chunk("cHRM", big(0, 32)), pixels)),
    ("a profile", file(PNGSample.profile(ICCSample.sRGB.bytes), pixels)),
    ("XMP", file(PNGSample.chunk("iTXt", ascii("XML:com.adobe.xmp\0") + [1, 0, 0, 0] + PNGSample.packedXMP), pixels)),
    ("EXIF", file(PNGSample.chunk("eXIf", TIFFSample.exif(hasPlace: true)), pixels)),
    ("resolution and time", file(PNGSample.chunk("pHYs", big(0, 9)), PNGSample.chunk("tIME", big(1, 7)), pixels)),
  ]

  @Test(arguments: decorated) func onlyThePictureStays(_ name: String, _ bytes: [UInt8]) throws {
    #expect(try clean(bytes) == Self.plain)
  }

  @Test func whatIsCleanStaysAsItIs() throws {
    let split = Self.file(
      PNGSample.standardGamma, PNGSample.standardPrimaries, PNGSample.chunk("IDAT", Array(Self.stream.prefix(9))),
      PNGSample.chunk("IDAT", Array(Self.stream.dropFirst(9))))
    for bytes in [Self.plain, split] { #expect(try clean(bytes) == bytes) }
  }

  /// A picture of one row for each filter, whose pixels have the indices 1 to 8 in each.
  private static func indexed(_ colors: [UInt8], opacities: [UInt8] = []) -> [UInt8] {
    let rows: [[UInt8]] = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 1, 1, 1, 1, 1, 1, 1], [2, 0, 0, 0, 0, 0, 0, 0, 0],
      [3, 1, 1, 1, 1, 1, 1, 1, 1], [4, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    let palette = PNGSample.chunk("PLTE", colors) + (opacities.isEmpty ? [] : PNGSample.chunk("tRNS", opacities))
    return file(
      palette, PNGSample.chunk("IDAT", zlibStored(rows.flatMap(\.self))),
      header: PNGSample.header(width: 8, height: 5, type: 3))
  }

  @Test func coloursThatPixelsHaveStay() throws {
    let bytes = Self.indexed([0, 0, 0] + Array(1...24), opacities: [255, 0, 9])
    #expect(try clean(bytes) == bytes)
  }

  /// Some 750 bytes of anything would be published with a picture of few colours.
  @Test func coloursThatNoPixelHasGo() throws {
    let filled = Self.indexed(
      ascii("abc") + Array(1...24) + [UInt8](repeating: 65, count: 729),
      opacities: [7] + [UInt8](repeating: 9, count: 200))
    let expected = Self.indexed([0, 0, 0] + Array(1...24), opacities: [255] + [UInt8](repeating: 9, count: 8))
    #expect(try clean(filled) == expected)
    #expect(try clean(expected) == expected)
  }

  /// Pixels of one bit, and an interlaced picture, whose rows are those of smaller ones.
  @Test(arguments: [(UInt8(0), [0, 0x40, 0, 0x80]), (1, [0, 0, 0, 0x80, 0, 0x40])] as [(UInt8, [UInt8])])
  func indicesOfFewBitsAreFound(interlace: UInt8, rows: [UInt8]) throws {
    let header = PNGSample.chunk("IHDR", big(2, 4) + big(2, 4) + [2, 3, 0, 0, interlace])
    let bytes = Self.file(
      PNGSample.chunk("PLTE", Array(1...12)), PNGSample.chunk("IDAT", zlibStored(rows)), header: header)
    let expected = Self.file(
      PNGSample.chunk("PLTE", Array(1...9)), PNGSample.chunk("IDAT", zlibStored(rows)), header: header)
    #expect(try clean(bytes) == expected)
  }

  static let refused: [(String, [UInt8])] = [
    ("more pixels than it has rows for", file(PNGSample.chunk("IDAT", zlibStored(rows + marker)))),
    ("a long transparent colour", file(PNGSample.chunk("tRNS", [0, 0, 0, 0, 0, 0] + marker), pixels)),
    ("two transparent colours", file(PNGSample.chunk("tRNS", big(0, 6)), PNGSample.chunk("tRNS", big(1, 6)), pixels)),
    ("a second header", file(header, pixels)),
    (
      "more colours than indices",
      file(
        PNGSample.chunk("PLTE", [UInt8](repeating: 7, count: 9)), pixels,
        header: PNGSample.header(width: 72, height: 4, depth: 1, type: 3))
    ),
    (
      "transparency for more than the palette",
      file(
        PNGSample.chunk("PLTE", [1, 2, 3]), PNGSample.chunk("tRNS", marker), pixels,
        header: PNGSample.header(width: 9, height: 4, type: 3))
    ),
  ]

  @Test(arguments: refused) func whatCannotBeCutOutIsRefused(_ name: String, _ bytes: [UInt8]) {
    #expect(throws: MetadataStrippingError.surplus) { try clean(bytes) }
  }

  static let unfit: [([UInt8], MetadataStrippingError)] = [
    ([], .damaged), (plain.dropLast(), .damaged), (file(), .damaged),
    (file(PNGSample.chunk("IDAT", zlibStored(rows.dropLast()))), .damaged),
    (file(PNGSample.chunk("IDAT", stream.dropLast())), .damaged), (PNGSample.animation(frames: 2), .notWidelyDecodable),
    (file(pixels, header: PNGSample.header(depth: 16)), .notWidelyDecodable),
    (file(PNGSample.chunk("NEEd"), pixels), .notWidelyDecodable),
    (file(PNGSample.chunk("eXIf", TIFFSample.exif(orientation: 3)), pixels), .notUpright(orientation: 3)),
  ]

  @Test(arguments: unfit) func othersAreRefused(_ bytes: [UInt8], _ error: MetadataStrippingError) {
    #expect(throws: error) { try clean(bytes) }
  }
}
