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
    ("a profile that is none", file(PNGSample.profile(ascii("<script>") + marker), pixels)),
    ("a profile's name", file(PNGSample.chunk("iCCP", marker + [0, 0] + PNGSample.stored([1])), pixels)),
    ("a long gamma", file(PNGSample.chunk("gAMA", big(45_455, 4) + marker), pixels)),
    ("long primaries", file(PNGSample.chunk("cHRM", PNGSample.standardPrimaries[8..<40] + marker), pixels)),
    ("a background", file(PNGSample.chunk("bKGD", marker), pixels)),
    ("an unknown chunk", file(PNGSample.chunk("maRk", marker), pixels)),
    ("a comment", file(PNGSample.chunk("tEXt", ascii("a\0") + marker), pixels)),
    ("behind the end", plain + marker),
    ("a late gamma", file(pixels, PNGSample.standardGamma)),
    ("no bytes of pixels", file(PNGSample.chunk("IDAT"), pixels)),
  ]

  @Test(arguments: decorated) func onlyThePictureStays(_ name: String, _ bytes: [UInt8]) throws {
    #expect(try clean(bytes) == Self.plain)
  }

  @Test func whatIsCleanStaysAsItIs() throws {
    let split = Self.file(
      PNGSample.standardGamma, PNGSample.chunk("IDAT", Array(Self.stream.prefix(9))),
      PNGSample.chunk("IDAT", Array(Self.stream.dropFirst(9))))
    for bytes in [Self.plain, split] { #expect(try clean(bytes) == bytes) }
  }

  @Test func palettesStay() throws {
    let header = PNGSample.header(width: 9, height: 4, type: 3)
    let colors = PNGSample.chunk("PLTE", [UInt8](repeating: 7, count: 300)) + PNGSample.chunk("tRNS", [0, 9])
    let bytes = Self.file(colors, Self.pixels, header: header)
    #expect(try clean(bytes) == bytes)
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

  @Test func pixelsThatAreMissingAreDamage() {
    let short = Self.file(PNGSample.chunk("IDAT", zlibStored(Array(Self.rows.dropLast()))))
    let cut = Self.file(PNGSample.chunk("IDAT", Array(Self.stream.dropLast())))
    for bytes in [short, cut] { #expect(throws: MetadataStrippingError.damaged) { try clean(bytes) } }
  }
}
