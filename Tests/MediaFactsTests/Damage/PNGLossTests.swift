import MediaFacts
import TestSupport
import Testing

/// Headers may claim any size: the numbers of a loss stay within their types.
@Suite struct PNGLossTests {
  private func picture(width: Int, height: Int, colorType: UInt8, isInterlaced: Bool, pixels: [UInt8]) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [8, colorType, 0, 0, isInterlaced ? 1 : 0]
    return PNGChunks.signature + PNGSample.chunk("IHDR", header) + PNGSample.chunk("IDAT", pixels)
      + PNGSample.chunk("IEND", [])
  }

  @Test(arguments: [true, false]) func moreBytesThanCanBeCountedAreNoLoss(isInterlaced: Bool) {
    // Each pass of the interlaced one can be counted, and their sum cannot.
    for (width, height) in [(0x4F70_7469, 0x6F00_000C), (0x7FFF_FFFF, 0x7FFF_FFFF)] {
      let bytes = picture(width: width, height: height, colorType: 6, isInterlaced: isInterlaced, pixels: [])
      #expect(PictureLoss(of: bytes, format: .png) == nil)
    }
  }

  @Test func whatIsMissingOfTheHighestPictureHasItsRow() throws {
    // Without the checksum behind them: more is to come.
    let pixels = Array(PNGSample.stored([UInt8](repeatElement([0, 9], count: 1000).joined())).dropLast(4))
    let bytes = picture(width: 1, height: 0x7FFF_FFFF, colorType: 0, isInterlaced: false, pixels: pixels)
    let loss = try #require(PictureLoss(of: bytes, format: .png))
    #expect(loss.firstRow == 1000)
    #expect(loss.part > 0.99)
  }
}
