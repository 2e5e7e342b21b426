import JPEGEncoder
import TestSupport
import Testing

@Suite struct BlockWeightsTests {
  @Test func errorsMatterMoreWhereItIsSmooth() throws {
    let pixels = try halfTextured(brightness: 120)
    let weights = BlockWeights(luma(pixels), LumaPyramid(pixels))
    for position in [1, 5, 20, 63] {
      #expect(
        weights.weight(block: 8 * 6 + 1, position: position) > 1.5
          * weights.weight(block: 8 * 6 + 6, position: position))
    }
  }

  @Test func lowFrequenciesMatterMore() throws {
    let pixels = try Pictures.make(.natural, width: 64, height: 64)
    let weights = BlockWeights(luma(pixels), LumaPyramid(pixels))
    for block in 0..<64 {
      let (low, high) = (weights.weight(block: block, position: 1), weights.weight(block: block, position: 60))
      #expect(low > high && high > 0)
    }
  }

  @Test func eachScaleIsHalfTheOneBefore() throws {
    let pyramid = LumaPyramid(try Pictures.make(.flat, width: 45, height: 10))
    #expect(pyramid.scales.map(\.width) == [45, 23, 12, 6, 3])
    #expect(pyramid.scales.map(\.height) == [10, 5, 3, 2, 1])
    let values = pyramid.scales.flatMap { scale in (0..<scale.height).map { scale.samples[$0 * scale.stride] } }
    #expect((values.max() ?? 1) - (values.min() ?? 0) < 1e-5)
  }

  @Test func halvingLosesNothingOfEvenColor() throws {
    func loss(_ subject: Pictures.Subject) throws -> Float {
      let shape = FrameShape(width: 50, height: 30, sampling: .half)
      return PictureTransform(try Pictures.make(subject, width: 50, height: 30)).halfChroma(shape).loss
    }
    #expect(try loss(.flat) < 1e-3)
    #expect(try loss(.gray) < 1e-3)
    #expect(try loss(.natural) < loss(.saturated))
  }

  private func luma(_ pixels: JPEGPixels) -> FrequencyPlane {
    PictureTransform(pixels).luma(ComponentShape(width: pixels.width, height: pixels.height))
  }

  /// Smooth to the left, noise to the right.
  private func halfTextured(brightness: Double) throws -> JPEGPixels {
    var generator = SeededGenerator(seed: 1)
    let samples = (0..<64 * 64).map { place in
      UInt8(min(max(brightness + generator.normal() * (place % 64 < 32 ? 1 : 25), 0), 255))
    }
    return try JPEGPixels(width: 64, height: 64, layout: .gray, samples: samples)
  }
}
