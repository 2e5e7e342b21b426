/// Finds the coarsest scale of quantization at which a score is reached, by bracketing.
package struct TargetSearch {
  /// A score above its target by at most this is near enough.
  private static let tolerance = 0.4
  private static let mostTrials = 7
  /// The bounds for how fast scores change with the scale, relative to the usual.
  private static let steepnesses = 0.2...5.0
  /// Scales whose logarithms differ by less give nearly the same tables.
  private static let leastStep = 0.02

  private typealias Attempt = (scale: Double, score: Double)

  let target: Double
  /// The coarsest scale, as logarithm to base 2, known to reach the target, and the finest known to miss it.
  private var reaching: Attempt?
  private var missing: Attempt?
  private var last: Attempt?
  /// How fast scores change with the scale, relative to the usual: by the last two trials.
  private var steepness = 1.0
  private var count = 0
  /// The scale to try next; nil when the search has ended.
  package private(set) var next: Double?

  /// Begins without knowledge.
  package init(target: Double, first scale: Double) {
    self.target = Self.finite(target)
    next = scale
  }

  /// Begins with the score at one scale.
  package init(target: Double, scale: Double, score: Double) {
    self.init(target: target, first: scale)
    record(score: score)
    // It was not a trial of this search.
    count = 0
    // Finer ones are not needed.
    if reaching == nil { next = nil }
  }

  /// Whether a scale is known to reach the target.
  package var hasReached: Bool { reaching != nil }

  /// Records the score at the scale `next`.
  package mutating func record(score: Double) {
    guard let scale = next else { return }
    count += 1
    let trial = (scale: Elementary.log2(scale), score: Self.finite(score))
    if let last { learnSteepness(last, trial) }
    last = trial
    if trial.score >= target { reaching = trial } else { missing = trial }
    next = count < Self.mostTrials ? better.map { Elementary.exp2($0) } : nil
  }

  private mutating func learnSteepness(_ one: Attempt, _ other: Attempt) {
    let usual = UsualScore.score(other.scale) - UsualScore.score(one.scale)
    let steepness = (other.score - one.score) / usual
    guard steepness.isFinite else { return }
    self.steepness = min(max(steepness, Self.steepnesses.lowerBound), Self.steepnesses.upperBound)
  }

  /// The logarithm of a scale with a score a little above the target, since a miss is useless.
  private var better: Double? {
    let aim = target + Self.tolerance / 2
    switch (reaching, missing) {
    case (let reaching?, _) where reaching.score - target <= Self.tolerance: return nil
    case (let reaching?, let missing?):
      guard missing.scale - reaching.scale > Self.leastStep else { return nil }
      let part = (reaching.score - aim) / max(reaching.score - missing.score, 1e-9)
      return reaching.scale + min(max(part, 0.1), 0.9) * (missing.scale - reaching.scale)
    case (let known?, nil), (nil, let known?):
      // As far as scores usually change; farther where that was not enough.
      let change = (aim - known.score) / steepness
      let usual = UsualScore.logarithm(UsualScore.score(known.scale) + change) - known.scale
      let least = Self.leastStep * Elementary.exp2(Double(count))
      return limited(known.scale + (known.score >= target ? max(usual, least) : min(usual, -least)), from: known)
    case (nil, nil): return nil
    }
  }

  private func limited(_ logarithm: Double, from known: Attempt) -> Double? {
    let bounds = QuantizationLevel.scales
    let scale = min(max(logarithm, Elementary.log2(bounds.lowerBound)), Elementary.log2(bounds.upperBound))
    return abs(scale - known.scale) > 1e-6 ? scale : nil
  }

  /// Scores are untrusted: what is not a number is the worst.
  private static func finite(_ score: Double) -> Double { score > -1e6 ? min(score, 1e6) : -1e6 }
}

/// The usual scores of pictures: where a search for a score begins, and how it continues.
package enum UsualScore {
  /// SSIMULACRA 2 at scales of 1/8, 1/4, ... 512: about the means of 49 photographs, without the step where chroma is first
  /// halved, which varies between them.
  private static let scores = [94.0, 93.9, 93.1, 91.4, 88.4, 83.4, 75.2, 62.3, 42.5, 11.5, -31.0, -59.6, -70.7]
  private static let firstLogarithm = -3.0

  /// The score at the logarithm to base 2 of a scale.
  package static func score(_ logarithm: Double) -> Double {
    let place = min(max(logarithm - firstLogarithm, 0), Double(scores.count - 1))
    let index = min(Int(place), scores.count - 2)
    return scores[index] + (place - Double(index)) * (scores[index + 1] - scores[index])
  }

  /// The logarithm to base 2 of the scale with this score; clamped to the known scores.
  package static func logarithm(_ score: Double) -> Double {
    guard let next = scores.firstIndex(where: { $0 < score }) else { return firstLogarithm + Double(scores.count - 1) }
    guard next > 0 else { return firstLogarithm }
    let part = (scores[next - 1] - score) / (scores[next - 1] - scores[next])
    return firstLogarithm + Double(next - 1) + part
  }

  package static func scale(_ score: Double) -> Double { Elementary.exp2(logarithm(score)) }
}
