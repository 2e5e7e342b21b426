import SSIMULACRA2
import Testing

@Suite struct ReferenceTests {
  static let sizes = [
    (1, 1), (1, 40), (7, 7), (8, 8), (9, 7), (15, 16), (17, 33), (18, 22), (27, 30), (34, 19), (40, 3), (63, 65),
    (113, 113), (130, 121),
  ]

  @Test(arguments: sizes) func samePixelsScoreExactly100(_ width: Int, _ height: Int) throws {
    for samples in [SRGBImage.Samples.gray, .rgb] {
      let scene = try SyntheticImage.scene(width: width, height: height, samples: samples)
      #expect(try Reference(scene).score(of: scene.padded(by: 5)) == 100)
    }
  }

  /// Without rounding the score differs by what flat areas gather; the pictures here have few.
  @Test(arguments: sizes) func agreesWithThePlainFormula(_ width: Int, _ height: Int) throws {
    let scene = try SyntheticImage.scene(width: width, height: height)
    for damaged in [try scene.noised(amplitude: 20), try scene.blurred(radius: 1), try scene.quantized(step: 24)] {
      let difference = try Reference(scene).score(of: damaged) - PlainScore.score(scene, damaged)
      #expect(abs(difference) < 0.05, "\(difference)")
    }
  }

  @Test func moreNoiseScoresLower() throws {
    let reference = Reference(try SyntheticImage.scene(width: 120, height: 90))
    let scores = try [1, 2, 4, 8, 16, 32, 64].map { try reference.score(of: reference.image.noised(amplitude: $0)) }
    #expect(scores == scores.sorted(by: >))
    #expect(Set(scores).count == scores.count)
    #expect(scores[0] < 100)
  }

  @Test func moreBlurScoresLower() throws {
    let reference = Reference(try SyntheticImage.scene(width: 120, height: 90))
    let scores = try [1, 2, 3, 5].map { try reference.score(of: reference.image.blurred(radius: $0)) }
    #expect(scores == scores.sorted(by: >))
    #expect(Set(scores).count == scores.count)
  }

  @Test func neverScoresAbove100() throws {
    for seed in 0..<40 {
      var noise = Noise(seed: UInt64(seed))
      let (width, height) = (noise.next(amplitude: 20) + 21, noise.next(amplitude: 20) + 21)
      let scene = try SyntheticImage.scene(width: width, height: height)
      let other = try scene.noised(amplitude: noise.next(amplitude: 60) + 61, seed: UInt64(seed))
      let score = try Reference(scene).score(of: other)
      #expect(score < 100)
      #expect(score.isFinite)
    }
  }

  @Test func blackAndWhiteScoreLow() throws {
    let black = try SyntheticImage.drawn(width: 40, height: 30) { _, _, _ in 0 }
    let white = try SyntheticImage.drawn(width: 40, height: 30) { _, _, _ in 255 }
    for (reference, candidate) in [(black, white), (white, black)] {
      let score = try Reference(reference).score(of: candidate)
      #expect(score.isFinite)
      #expect(score < 30)
    }
  }

  @Test func gapsBetweenRowsDoNotCount() throws {
    let scene = try SyntheticImage.scene(width: 61, height: 47)
    let damaged = try scene.noised(amplitude: 9)
    let score = try Reference(scene).score(of: damaged)
    #expect(try Reference(scene.padded(by: 3)).score(of: damaged.padded(by: 64)) == score)
  }

  @Test func grayIsThreeTimesTheSame() throws {
    let scene = try SyntheticImage.scene(width: 61, height: 47, samples: .gray)
    let damaged = try scene.noised(amplitude: 9)
    let score = try Reference(scene).score(of: damaged)
    #expect(try Reference(scene.tripled()).score(of: damaged.tripled()) == score)
    #expect(try Reference(scene.tripled()).score(of: damaged) == score)
  }

  /// A small picture is as one whose last column and row are repeated.
  @Test func smallPicturesAreMadeLarger() throws {
    let scene = try SyntheticImage.scene(width: 5, height: 3)
    let damaged = try scene.noised(amplitude: 30)
    func larger(_ picture: SRGBImage) throws -> SRGBImage {
      try SyntheticImage.drawn(width: 8, height: 8) { picture.sample(min($0, 4), min($1, 2), $2) }
    }
    let score = try Reference(scene).score(of: damaged)
    #expect(try Reference(larger(scene)).score(of: larger(damaged)) == score)
  }

  @Test(arguments: [false, true]) func aReferenceScoresTheSameAgainAndFromManyTasks(isPrepared: Bool) async throws {
    let plain = Reference(try SyntheticImage.scene(width: 90, height: 70))
    let reference = isPrepared ? plain.prepared() : plain
    let candidates = try (1...6).map { try plain.image.noised(amplitude: 5 * $0) }
    let fresh = try candidates.map { try Reference(plain.image).score(of: $0) }
    let scores = try await withThrowingTaskGroup(of: (Int, Double).self) { group in
      for index in 0..<24 { group.addTask { (index, try reference.score(of: candidates[index % 6])) } }
      return try await group.reduce(into: [Double](repeating: 0, count: 24)) { $0[$1.0] = $1.1 }
    }
    #expect(scores == fresh + fresh + fresh + fresh)
  }

  @Test func refusesCandidatesOfAnotherSize() throws {
    let reference = Reference(try SyntheticImage.scene(width: 20, height: 10))
    let other = try SyntheticImage.scene(width: 10, height: 20)
    let error = ImageError.sizesDiffer(width: 10, height: 20, referenceWidth: 20, referenceHeight: 10)
    for each in [reference, reference.prepared()] { #expect(throws: error) { try each.score(of: other) } }
  }
}
