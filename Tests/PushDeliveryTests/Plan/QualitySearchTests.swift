import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct QualitySearchTests {
  /// Sizes need not rise with quality: what was over is not asked again when something above it fits.
  @Test func itsSteps() {
    var search = QualitySearch(qualities: 60...90, limit: 1000)
    #expect(search.next == .try(quality: 90))
    search.record(quality: 90, bytes: 1000)
    #expect(search.next == .done(quality: 90) && search.best == .init(quality: 90, bytes: 1000))
    for (first, asked) in [(75, 75), (99, 90), (-4, 60)] {
      #expect(QualitySearch(qualities: 60...90, limit: 1, firstQuality: first).next == .try(quality: asked))
    }
    var disordered = QualitySearch(qualities: 60...63, limit: 100)
    disordered.record(quality: 61, bytes: 101)
    disordered.record(quality: 62, bytes: 100)
    #expect(disordered.best == .init(quality: 62, bytes: 100) && disordered.next == .try(quality: 63))
  }

  /// On the prior curve itself one trial says all: the second is the answer and the third proves it.
  @Test func knowsItsOwnCurve() {
    let curve = SizeCurve { 1_000_000 * exp(QualityCurve.progressiveJPEG.logSize(at: $0)) }
    for best in 60...88 {
      let limit = (curve.sizes[best] + curve.sizes[best + 1]) / 2
      let run = SearchRun(.init(qualities: 60...90, limit: limit)) { curve.sizes[$0] }
      #expect(run.result == .done(quality: best))
      #expect(run.trials.map(\.quality) == [90, best, best + 1])
    }
  }
}

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

/// A quality search played to its end against an encoder, and its broken promises.
struct SearchRun {
  let qualities: ClosedRange<Int>
  let limit: Int
  /// The search's answer; nil if it did not end.
  private(set) var result: QualitySearch.Step?
  private(set) var trials: [QualitySearch.Trial] = []

  /// - Parameter size: the encoder: bytes at a quality. It may be one that answers to what was tried before.
  init(_ search: QualitySearch, size: (Int) -> Int) {
    var search = search
    (qualities, limit) = (search.qualities, search.limit)
    while trials.count < 300, result == nil {
      switch search.next {
      case .try(let quality):
        search.record(quality: quality, bytes: size(quality))
        trials = search.trials
      case .done, .impossible: result = search.next
      }
    }
  }

  /// 2 log2(n) + 3.
  var mostTrials: Double { 2 * log2(Double(qualities.count)) + 3 }

  /// Every promise that was broken, in words; empty when all were kept.
  var brokenPromises: [String] {
    var broken: [String] = []
    if Set(trials.map(\.quality)).count != trials.count { broken.append("tried a quality twice") }
    if !trials.allSatisfy({ qualities.contains($0.quality) }) { broken.append("left the range") }
    if Double(trials.count) > mostTrials { broken.append("\(trials.count) trials of \(qualities.count)") }
    switch result {
    case .done(let quality): broken += brokenPromises(ofDoneAt: quality)
    case .impossible(let smallest): broken += brokenPromises(ofImpossibleAt: smallest)
    case .try, nil: broken.append("did not end")
    }
    return broken
  }

  private func brokenPromises(ofDoneAt quality: Int) -> [String] {
    var broken: [String] = []
    if !wasSeen(toFit: true, at: quality) { broken.append("answered \(quality), which was not seen to fit") }
    if quality != qualities.upperBound, !wasSeen(toFit: false, at: quality + 1) {
      broken.append("answered \(quality) without having seen that \(quality + 1) is over")
    }
    return broken
  }

  private func brokenPromises(ofImpossibleAt smallest: Int) -> [String] {
    var broken: [String] = []
    if !wasSeen(toFit: false, at: qualities.lowerBound) { broken.append("gave up without having tried the floor") }
    if trials.contains(where: { $0.bytes <= limit }) { broken.append("gave up though a trial fitted") }
    if smallest != trials.map(\.bytes).min() { broken.append("reported \(smallest) as the fewest bytes") }
    return broken
  }

  private func wasSeen(toFit fits: Bool, at quality: Int) -> Bool {
    trials.contains { $0.quality == quality && ($0.bytes <= limit) == fits }
  }
}

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
