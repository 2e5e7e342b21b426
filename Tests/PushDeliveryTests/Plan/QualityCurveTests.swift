import PushDelivery
import Testing

@Suite struct QualityCurveTests {
  let curve = QualityCurve.progressiveJPEG

  @Test(arguments: [(62, -0.2364), (77, 0.056), (91, 0.596), (98, 1.187 + 0.531 / 3)])
  func isStraightBetweenKnots(_ quality: Int, _ logSize: Double) {
    #expect(abs(curve.logSize(at: quality) - logSize) < 1e-12)
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
