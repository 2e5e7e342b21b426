import JPEGEncoder
import TestSupport
import Testing

@Suite struct QuarterVariancesTests {
  @Test func variancesAreThoseOfTheSamples() throws {
    let samples = try Pictures.make(.natural, width: 16, height: 8, layout: .gray).samples
    let plane = try plane(samples, width: 16)
    var variances = QuarterVariances()
    for block in 0..<2 {
      let found = variances.of(plane, block: block)
      for (quarter, corner) in [(0, 0), (4, 0), (0, 4), (4, 4)].enumerated() {
        let quarterSamples = (0..<16).map { index -> Double in
          Double(samples[(corner.1 + index / 4) * 16 + 8 * block + corner.0 + index % 4])
        }
        let mean = quarterSamples.reduce(0, +) / 16
        let expected = quarterSamples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 16
        #expect(abs(Double(found[quarter]) - expected) < 0.01 + expected / 1000)
      }
    }
  }

  @Test func evenBlocksHaveNone() throws {
    var variances = QuarterVariances()
    let found = try variances.of(plane([UInt8](repeating: 255, count: 64), width: 8), block: 0)
    #expect(found.min() >= 0 && found.max() < 1e-3)
  }

  /// An edge in one quarter does not affect the others.
  @Test func edgesOfOneQuarterLeaveTheOthersSmooth() throws {
    var variances = QuarterVariances()
    let samples = (0..<64).map { UInt8($0 / 8 < 4 && $0 % 8 < 2 ? 255 : 0) }
    let found = try variances.of(plane(samples, width: 8), block: 0)
    #expect(found[0] > 10_000 && found[1] < 1 && found[2] < 1 && found[3] < 1)
  }

  private func plane(_ samples: [UInt8], width: Int) throws -> FrequencyPlane {
    let pixels = try JPEGPixels(width: width, height: samples.count / width, layout: .gray, samples: samples)
    return PictureTransform(pixels).luma(ComponentShape(width: width, height: pixels.height))
  }
}
