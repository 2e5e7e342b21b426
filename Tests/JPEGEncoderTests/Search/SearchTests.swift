import Foundation
import JPEGEncoder
import TestSupport
import Testing

/// Only the searches, on invented sizes and scores.
@Suite struct SearchTests {
  @Test func aScaleIsFoundInFewTrials() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let power = Double.random(in: -1.6 ... -0.5, using: &generator)
      let limit = generator.logarithmic(1000...1_000_000)
      let scale = exp2(Double.random(in: -1...8, using: &generator))
      var search = QuantizationScaleSearch(
        limit: limit, tolerance: 0.05, first: scale * Double.random(in: 0.4...2.5, using: &generator))
      var (sizes, size) = (0, 0)
      while let next = search.next {
        size = Int(Double(limit) * pow(next / scale, power))
        search.record(bytes: size)
        sizes += 1
      }
      #expect(abs(Double(size) / Double(limit) - 1) < 0.06)
      let best = Double(limit) * pow(search.best / scale, power)
      #expect(abs(best / Double(limit) - 1) < 0.06)
      #expect(sizes <= 4)
    }
  }

  @Test func theLimitIsUsedUp() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let limit = generator.logarithmic(1000...1_000_000)
      let (power, offset) = (
        Double.random(in: 0.05...0.3, using: &generator), Double.random(in: 0.9...1.1, using: &generator)
      )
      var (search, best) = (LambdaSearch(limit: limit), 0)
      while let multiplier = search.next {
        let size = Int(Double(limit) * offset * pow(multiplier, -power))
        if size <= limit { best = max(best, size) }
        search.record(bytes: size)
      }
      #expect(Double(best) >= 0.998 * Double(limit))
    }
  }

  @Test(arguments: [-0.05, -0.12, -0.3]) func oneMoreTrialTeachesHowFastBytesFall(power: Double) {
    var search = LambdaSearch(limit: 100_000)
    search.learn(2, bytes: Int(90_000 * exp2(power)), before: 90_000)
    #expect(abs(search.power - power) < 0.001)
    search.record(bytes: 90_000)
    let next = search.next.map { 90_000 * pow($0, power) }
    #expect(next.map { abs($0 - 99_900) < 100 } == true, "the second trial nearly fits")
  }

  @Test func sizesThatTeachNothingChangeNothing() {
    var search = LambdaSearch(limit: 100)
    for (multiplier, bytes) in [(1.0, 90), (2, 0), (0.5, 0)] { search.learn(multiplier, bytes: bytes, before: 90) }
    search.learn(2, bytes: 90, before: 0)
    #expect((-0.5 ... -0.02).contains(search.power))
  }

  @Test func sizesThatNeverFitEndTheSearch() {
    var (search, trials) = (LambdaSearch(limit: 100), 0)
    while search.next != nil {
      search.record(bytes: 101)
      trials += 1
    }
    #expect(trials <= 40)
  }

  @Test func aTargetIsReachedAndHardlyExceeded() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let slope = Double.random(in: 3...15, using: &generator)
      let target = Double.random(in: 40...85, using: &generator)
      func score(_ scale: Double) -> Double { 95 - slope * log2(scale + 1) }
      guard score(0.5) > target, score(600) < target else { continue }
      var search = TargetSearch(target: target, scale: 0.5, score: score(0.5))
      var best = score(0.5)
      while let scale = search.next {
        if score(scale) >= target { best = min(best, score(scale)) }
        search.record(score: score(scale))
      }
      #expect(best - target < 0.6)
    }
  }

  @Test func whereScoresAreAsUsualFewTrialsAreEnough() {
    for offset in [-4.0, -2, 0, 2, 4] {
      for target in [55.0, 70, 85] {
        func score(_ scale: Double) -> Double { UsualScore.score(log2(scale)) + offset }
        var search = TargetSearch(target: target, first: UsualScore.scale(target))
        var (trials, best) = (0, Double.infinity)
        while let scale = search.next {
          if score(scale) >= target { best = min(best, score(scale)) }
          search.record(score: score(scale))
          trials += 1
        }
        #expect(trials <= 3)
        #expect(best - target < 0.31)
      }
    }
  }

  @Test func usualScoresFallAndAreFoundAgain() {
    let logarithms = stride(from: -3.0, through: 9, by: 0.1)
    let scores = logarithms.map { UsualScore.score($0) }
    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 > $1 })
    for (logarithm, score) in zip(logarithms, scores) { #expect(abs(UsualScore.logarithm(score) - logarithm) < 1e-9) }
    #expect([UsualScore.scale(100), UsualScore.scale(-1000)] == [0.125, 512])
  }
}
