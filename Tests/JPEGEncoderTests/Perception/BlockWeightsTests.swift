import JPEGEncoder
import TestSupport
import Testing

@Suite struct BlockWeightsTests {
  @Test func errorsMatterMoreWhereItIsSmooth() throws {
    let weights = BlockWeights(luma(try halfTextured(brightness: 120)))
    for (position, least) in [(1, 1.4), (5, 1.05), (20, 1.4), (63, 2)] as [(Int, Float)] {
      #expect(
        weights.weight(block: 8 * 6 + 1, position: position)
          > least * weights.weight(block: 8 * 6 + 6, position: position))
    }
  }

  @Test func lowFrequenciesMatterMore() throws {
    let weights = BlockWeights(luma(try Pictures.make(.natural, width: 64, height: 64)))
    for block in 0..<64 {
      let (low, high) = (weights.weight(block: block, position: 1), weights.weight(block: block, position: 60))
      #expect(low > high && high > 0)
    }
  }

  @Test func fineDetailKeepsSomeWeightHoweverBusyItsBlock() throws {
    var tuning = Tuning()
    let plane = luma(try Pictures.make(.noise, width: 64, height: 64))
    let usual = BlockWeights(plane, tuning)
    tuning.contrastPart = 0
    let structural = BlockWeights(plane, tuning)
    func share(_ weights: BlockWeights) -> Float {
      weights.weight(block: 27, position: 12) / weights.weight(block: 27, position: 1)
    }
    #expect(share(usual) > 2 * share(structural))
  }

  @Test(arguments: Pictures.Subject.allCases) func weightsArePositiveAndAroundOne(subject: Pictures.Subject) throws {
    let plane = luma(try Pictures.make(subject, width: 61, height: 45))
    let weights = BlockWeights(plane)
    let first = (0..<48).map { weights.weight(block: $0, position: 1) }
    #expect(abs(first.reduce(0) { $0 + Elementary.log2(Double($1)) }) < 0.01)
    for block in 0..<48 {
      for position in 0..<64 { #expect(weights.weight(block: block, position: position) > 0) }
    }
  }

  @Test func halvingLosesNothingOfEvenColor() throws {
    func loss(_ subject: Pictures.Subject) throws -> ChromaLoss {
      let shape = FrameShape(width: 50, height: 30, sampling: .half)
      return PictureTransform(try Pictures.make(subject, width: 50, height: 30)).halfChroma(shape).loss
    }
    #expect(try loss(.flat).norm < 1e-3)
    #expect(try loss(.gray).norm < 1e-3)
    #expect(try loss(.natural).norm < loss(.saturated).norm)
    #expect(try loss(.flat).isConcentrated)
    #expect(try !loss(.saturated).isConcentrated)
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
