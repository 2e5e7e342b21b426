import PushDelivery
import Testing

@Suite struct QualityCurveTests {
  let curve = QualityCurve.progressiveJPEG

  @Test(arguments: [(5, -1.721), (60, -0.270), (75, 0), (89, 0.478), (90, 0.547), (100, 1.718)])
  func passesThroughItsKnots(_ quality: Int, _ logSize: Double) {
    #expect(abs(curve.logSize(at: quality) - logSize) < 1e-12)
  }

  @Test(arguments: [(62, -0.2364), (77, 0.056), (91, 0.596), (98, 1.187 + 0.531 / 3)])
  func isStraightBetweenKnots(_ quality: Int, _ logSize: Double) {
    #expect(abs(curve.logSize(at: quality) - logSize) < 1e-12)
  }

  @Test func goesOnWithTheLastSlope() {
    #expect(abs(curve.logSize(at: 1) - (-1.721 - 4 * 0.396 / 5)) < 1e-12)
    #expect(abs(curve.logSize(at: 103) - (1.718 + 0.531)) < 1e-12)
  }

  @Test func rises() {
    let sizes = (1...100).map(curve.logSize)
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// A picture that follows the curve from one trial on: the quality that just fits, and the ends of the range beyond them.
  @Test(arguments: [(100_000, 75), (130_000, 83), (1_000_000, 90), (10_000, 60)])
  func predictsTheQualityThatFits(_ limit: Int, _ quality: Int) {
    let trial = QualitySearch.Trial(quality: 75, bytes: 100_000)
    #expect(curve.highestQuality(in: 60...90, fitting: limit, after: trial) == quality)
  }
}
