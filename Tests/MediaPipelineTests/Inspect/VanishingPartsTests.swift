import MediaFacts
import MediaPipeline
import Testing

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
