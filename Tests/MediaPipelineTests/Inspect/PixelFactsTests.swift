import MediaFacts
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

/// Logos of one brightness, on the grounds that clients show behind transparency.
@Suite struct VanishingPartsTests {
  /// Each letter is a pixel: `.` transparent, `k` black, `n` dark blue, `w` white, `y` light yellow, `r` red.
  private func grounds(_ rows: String...) -> [Picture.Ground] {
    let colors: [Character: [UInt8]] = [
      ".": [0, 0, 0, 0], "k": [0, 0, 0, 255], "n": [10, 20, 60, 255], "w": [255, 255, 255, 255],
      "y": [255, 250, 200, 255], "r": [200, 0, 0, 255],
    ]
    return VanishingParts(rows.flatMap { $0.flatMap { colors[$0]! } }, width: rows[0].count, bandCount: 4).grounds
  }

  @Test func logosOfOneBrightnessVanish() {
    #expect(grounds("kk..k", "kk..k") == [.dark])
    #expect(grounds("nn..n", "nn..n") == [.dark])
    #expect(grounds("ww..y", "ww..y") == [.light])
    #expect(grounds("ww.kk", "ww.kk") == [.dark, .light])
  }

  @Test func whatIsSeenInPartIsSeen() {
    // Letters on a plate, a mark with a name of few letters, and colours.
    #expect(grounds("wwwww", "wkkkw", "wwwww") == [])
    #expect(grounds("rrrrrr", "rrrrrr", "......", "k.....") == [])
    #expect(grounds("rr.rr", "rr.rr") == [])
    #expect(grounds("rrr...", "rrr...", "......", "k.k.k.") == [.dark])
  }

  @Test func grayIsJudgedToo() {
    #expect(VanishingParts([0, 255, 0, 0, 0, 255, 0, 0], width: 4, bandCount: 2).grounds == [.dark])
    #expect(VanishingParts([255, 255, 0, 0, 255, 255, 0, 0], width: 4, bandCount: 2).grounds == [.light])
    #expect(VanishingParts([0, 0, 0, 0], width: 2, bandCount: 2).grounds == [])
  }
}
