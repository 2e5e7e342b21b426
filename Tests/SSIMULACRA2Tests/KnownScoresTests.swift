import SSIMULACRA2
import Testing

/// Scores that do not change, and those of the reference implementation: by this one at a time when it left no weight out and gave
/// what the other gives for all 60 pairs of `ReferencePairsTests` to a millionth; an independent transcription of the other's
/// arithmetic gave the same for these pictures.
///
/// Nothing that scores are made of differs between machines, so the tolerance is but for the digits left out here.
@Suite struct KnownScoresTests {
  struct Known: CustomTestStringConvertible {
    let testDescription: String
    let score: Double
    /// That of the reference implementation.
    let reference: Double
    let damage: @Sendable (SRGBImage) throws -> SRGBImage
  }

  static let known = [
    Known(testDescription: "a little noise", score: 89.38838010, reference: 89.38823704) {
      try $0.noised(amplitude: 3)
    },
    Known(testDescription: "much noise", score: -6.51028365, reference: -6.51070733) { try $0.noised(amplitude: 40) },
    Known(testDescription: "coarse levels", score: 67.36568048, reference: 67.36548487) { try $0.quantized(step: 16) },
    Known(testDescription: "very coarse levels", score: -46.17021619, reference: -46.17029856) {
      try $0.quantized(step: 64)
    },
    Known(testDescription: "one level brighter", score: 96.47852738, reference: 96.47852478) {
      try $0.brightened(by: 1)
    },
    Known(testDescription: "twenty levels darker", score: 49.61719233, reference: 49.61718609) {
      try $0.brightened(by: -20)
    },
    Known(testDescription: "blurred", score: 7.79105446, reference: 7.79103184) { try $0.blurred(radius: 1) },
    Known(testDescription: "blurred much", score: -53.94805669, reference: -53.94806754) { try $0.blurred(radius: 4) },
    Known(testDescription: "moved", score: -30.27072979, reference: -30.27076393) { try $0.shifted(by: 1) },
  ]

  @Test(arguments: known) func scoresAsEver(_ known: Known) throws {
    let scene = try SyntheticImage.scene(width: 181, height: 143)
    let score = try Reference(scene).score(of: known.damage(scene))
    #expect(abs(score - known.score) < 1e-6, "\(score)")
    #expect(abs(score - known.reference) < 5e-4, "\(score)")
  }

  /// Four scales, and the weights of other places: see `ScoreWeights.row`.
  @Test func scoresSmallPicturesAsEver() throws {
    let scene = try SyntheticImage.scene(width: 51, height: 40)
    let score = try Reference(scene).score(of: scene.quantized(step: 16))
    #expect(abs(score - 23.78753025) < 1e-6, "\(score)")
  }

  @Test func scoresGrayAsEver() throws {
    let scene = try SyntheticImage.scene(width: 181, height: 143, samples: .gray)
    let score = try Reference(scene).score(of: scene.noised(amplitude: 8))
    #expect(abs(score - 67.43703033) < 1e-6, "\(score)")
  }
}
