/// Finds the coarsest scale of quantization at which a score is reached: a secant on the logarithm of the scale, within a bracket.
package struct TargetSearch {
  /// Points by which a score falls when the scale doubles, until two trials say better: fitted to photographs.
  private static let usualSlope = -6.0
  /// A score is not worth refining when it is beyond its target by less than this.
  private static let tolerance = 0.25
  private static let mostTrials = 8

  let target: Double
  private var reaching: (scale: Double, score: Double)
  private var missing: (scale: Double, score: Double)?
  private var count = 0
  /// The scale to try next; nil when there is no better one.
  package private(set) var next: Double?

  /// - Parameters:
  ///   - scale: one at which the target is reached.
  ///   - score: the score there.
  package init(target: Double, scale: Double, score: Double) {
    self.target = Self.finite(target)
    reaching = (Elementary.log2(scale), Self.finite(score))
    next = better
  }

  /// Takes note of the score at the scale `next`.
  package mutating func record(score: Double) {
    guard let scale = next else { return }
    count += 1
    let trial = (scale: Elementary.log2(scale), score: Self.finite(score))
    if trial.score >= target { reaching = trial } else { missing = trial }
    next = count < Self.mostTrials ? better : nil
  }

  private var better: Double? {
    // A little above the target, since missing it counts for nothing.
    let excess = reaching.score - (target + Self.tolerance / 2)
    guard reaching.score - target > Self.tolerance else { return nil }
    guard let missing else {
      let step = max(min(excess / -Self.usualSlope, 3), 0.05)
      return limited(reaching.scale + step)
    }
    guard missing.scale - reaching.scale > 0.01 else { return nil }
    let part = excess / max(reaching.score - missing.score, 1e-9)
    return limited(reaching.scale + min(max(part, 0.1), 0.9) * (missing.scale - reaching.scale))
  }

  /// Scores come from strangers: what is no number is the worst.
  private static func finite(_ score: Double) -> Double { score > -1e6 ? min(score, 1e6) : -1e6 }

  private func limited(_ logarithm: Double) -> Double? {
    let scale = min(Elementary.exp2(logarithm), QuantizationLevel.scales.upperBound)
    return Elementary.log2(scale) > reaching.scale ? scale : nil
  }
}
