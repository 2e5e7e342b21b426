import MediaFacts
import TestSupport
import Testing

@Suite struct PNGMetadataStripperTests {
  let stripper = PNGMetadataStripper()

  @Test func onlyThePictureStays() throws {
    let kept =
      PNGSample.signature + PNGSample.header() + PNGSample.standardGamma + PNGSample.standardPrimaries
      + PNGSample.pixels + PNGSample.end
    #expect(try stripper.strip(PNGSample.full) == kept)
    #expect(try stripper.strip(kept) == kept)
  }

  @Test func anotherGammaGoes() throws {
    let linear = PNGSample.chunk("gAMA", big(100_000, 4)) + PNGSample.chunk("cHRM", big(0, 32))
    let bytes = PNGSample.signature + PNGSample.header() + linear + PNGSample.pixels + PNGSample.end
    #expect(try stripper.strip(bytes) == PNGSample.plain)
  }

  @Test func paletteAndTransparencyStay() throws {
    let chunks = PNGSample.chunk("PLTE", [1, 2, 3]) + PNGSample.chunk("tRNS", [0])
    let bytes = PNGSample.signature + PNGSample.header(type: 3) + chunks + PNGSample.pixels + PNGSample.end
    #expect(try stripper.strip(bytes) == bytes)
  }

  static let refused: [([UInt8], MetadataStrippingError)] = [
    ([], .damaged), (Array(PNGSample.plain.dropLast()), .damaged),
    (PNGSample.signature + PNGSample.header() + PNGSample.end, .damaged),
    (PNGSample.animation(frames: 2), .notWidelyDecodable),
    (PNGSample.signature + PNGSample.header(depth: 16) + PNGSample.pixels + PNGSample.end, .notWidelyDecodable),
    (
      PNGSample.signature + PNGSample.header() + PNGSample.chunk("NEEd") + PNGSample.pixels + PNGSample.end,
      .notWidelyDecodable
    ),
    (
      PNGSample.signature + PNGSample.header() + PNGSample.chunk("eXIf", TIFFSample.exif(orientation: 3))
        + PNGSample.pixels + PNGSample.end, .notUpright(orientation: 3)
    ),
  ]

  @Test(arguments: refused) func refuses(_ bytes: [UInt8], _ error: MetadataStrippingError) {
    #expect(throws: error) { try stripper.strip(bytes) }
  }
}
