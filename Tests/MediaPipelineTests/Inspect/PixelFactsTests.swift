import MediaPipeline
import Testing

@Suite struct PixelFactsTests {
  @Test func opaqueOnlyWhenEveryPixelIs() {
    #expect(PixelFacts.isOpaque([1, 2, 3, 255, 4, 5, 6, 255], bandCount: 4))
    #expect(!PixelFacts.isOpaque([1, 2, 3, 255, 4, 5, 6, 254], bandCount: 4))
    #expect(!PixelFacts.isOpaque([9, 0], bandCount: 2))
  }

  @Test func invisibleOnlyWhenEveryPixelIs() {
    #expect(PixelFacts.isInvisible([1, 2, 3, 0, 4, 5, 6, 0], bandCount: 4))
    #expect(PixelFacts.isInvisible([1, 2, 3, 0, 4, 5, 6, 2], bandCount: 4))
    #expect(!PixelFacts.isInvisible([1, 2, 3, 0, 4, 5, 6, 3], bandCount: 4))
    let speck = [UInt8](repeating: 0, count: 399_996) + [255, 0, 0, 255]
    #expect(PixelFacts.isInvisible(speck, bandCount: 4))
    #expect(!PixelFacts.isInvisible(speck.dropLast(4) + [255, 0, 0, 255] + speck.suffix(4), bandCount: 4))
  }

  @Test func flatPartCountsEqualNeighbours() {
    // Two rows of four gray pixels: 2 of 3 and 0 of 3 neighbours are equal.
    #expect(PixelFacts.flatPart(of: [5, 5, 5, 9, 1, 2, 3, 4], width: 4, bandCount: 1) == 2.0 / 6)
    // A pixel is equal only if all of its channels are.
    #expect(PixelFacts.flatPart(of: [1, 2, 3, 1, 2, 4], width: 2, bandCount: 3) == 0)
    #expect(PixelFacts.flatPart(of: [7], width: 1, bandCount: 1) == 1)
    #expect(PixelFacts.flatPart(of: [], width: 0, bandCount: 3) == 1)
  }
}
