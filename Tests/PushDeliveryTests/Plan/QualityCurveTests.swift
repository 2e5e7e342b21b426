import PushDelivery
import Testing

@Suite struct QualityCurveTests {
  let curve = QualityCurve.progressiveJPEG

  @Test(arguments: [(5, -1.721), (60, -0.270), (75, 0), (89, 0.478), (90, 0.815), (100, 2.185)])
  func passesThroughItsKnots(_ quality: Int, _ logSize: Double) {
    #expect(abs(curve.logSize(at: quality) - logSize) < 1e-12)
  }

  @Test(arguments: [(62, -0.2364), (77, 0.056), (91, 0.87), (98, 1.502 + 0.683 / 3)])
  func isStraightBetweenKnots(_ quality: Int, _ logSize: Double) {
    #expect(abs(curve.logSize(at: quality) - logSize) < 1e-12)
  }

  @Test func goesOnWithTheLastSlope() {
    #expect(abs(curve.logSize(at: 1) - (-1.721 - 4 * 0.396 / 5)) < 1e-12)
    #expect(abs(curve.logSize(at: 103) - (2.185 + 0.683)) < 1e-12)
  }

  @Test func rises() {
    let sizes = (1...100).map(curve.logSize)
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// From 90 on chroma is not subsampled: that step is the largest of all up to 97.
  @Test func leapsAtNinety() {
    let steps = (1...97).map { (quality: $0, step: curve.logSize(at: $0) - curve.logSize(at: $0 - 1)) }
    #expect(steps.max { $0.step < $1.step }?.quality == 90)
  }
}
