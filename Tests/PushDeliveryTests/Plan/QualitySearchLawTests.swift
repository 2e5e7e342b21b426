import PushDelivery
import TestSupport
import Testing

/// The promises of the search, against thousands of made-up encoders.
@Suite struct QualitySearchLawTests {
  private static let curveCount = 1500

  /// A range, a limit somewhere among the sizes or off them, and a first quality or none.
  private static func search(of curve: SizeCurve, _ random: inout SeededGenerator) -> QualitySearch {
    let bounds = (0..<2).map { _ in Int.random(in: 1...100, using: &random) }.sorted()
    let size = curve.sizes.randomElement(using: &random) ?? 0
    let limit = [size, size, size - 1, size + 1, 0, random.logarithmic(1...10_000_000)].randomElement(using: &random)
    let first = Bool.random(using: &random) ? nil : Int.random(in: 0...101, using: &random)
    return QualitySearch(qualities: bounds[0]...bounds[1], limit: max(0, limit ?? 0), firstQuality: first)
  }

  @Test func findsTheBestOfMonotoneCurves() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<Self.curveCount {
      let curve = SizeCurve.monotone(&random)
      let run = SearchRun(Self.search(of: curve, &random)) { curve.sizes[$0] }
      #expect(run.brokenPromises.isEmpty, "\(run) \(curve)")
      let best = curve.best(in: run.qualities, limit: run.limit)
      let smallest = run.trials.map(\.bytes).min() ?? 0
      #expect(run.result == best.map { .done(quality: $0) } ?? .impossible(smallestBytes: smallest), "\(run) \(curve)")
    }
  }

  @Test(arguments: [SizeCurve.noisy, SizeCurve.constant, SizeCurve.lawless])
  func keepsItsPromisesOnAnyCurve(_ make: @Sendable (inout SeededGenerator) -> SizeCurve) {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<Self.curveCount {
      let curve = make(&random)
      let run = SearchRun(Self.search(of: curve, &random)) { curve.sizes[$0] }
      #expect(run.brokenPromises.isEmpty, "\(run) \(curve)")
    }
  }

  /// An encoder that waits for each question and leaves as many qualities open as it can.
  @Test(arguments: [1, 299_999, 300_000], [300_001, 900_000, .max])
  func endsInTimeAgainstAnAdversary(_ fitting: Int, _ over: Int) {
    for floor in 1...100 {
      var open = floor - 1...101
      let run = SearchRun(.init(qualities: floor...100, limit: 300_000)) { quality in
        let fits = open.upperBound - quality > quality - open.lowerBound
        open = fits ? quality...open.upperBound : open.lowerBound...quality
        return fits ? fitting : over
      }
      #expect(run.brokenPromises.isEmpty, "\(run)")
    }
  }

  @Test(arguments: [60...90, 30...95, 1...100]) func needsFewTrialsForPhotographs(_ qualities: ClosedRange<Int>) {
    var random = SeededGenerator(seed: 4)
    let runs = (0..<Self.curveCount).map { _ in
      let curve = SizeCurve.realistic(ceiling: qualities.upperBound, limit: 300_000, &random)
      return SearchRun(.init(qualities: qualities, limit: 300_000)) { curve.sizes[$0] }
    }
    let fitting = Double(runs.count { $0.trials.count == 1 }) / Double(runs.count)
    let mean = Double(runs.reduce(0) { $0 + $1.trials.count }) / Double(runs.count)
    #expect((0.45...0.55).contains(fitting))
    #expect(mean <= 3.3)
    #expect(runs.allSatisfy { $0.brokenPromises.isEmpty })
  }
}
