/// Finds the lambda multiplier at which a picture just fits a limit, by bracketing: bytes fall as it rises.
package struct LambdaSearch {
  /// Bytes fall by this power of the multiplier: at first as with photographs, then as with this picture.
  package private(set) var power = -0.08
  private static let powers = -0.5 ... -0.02
  /// From this part of the limit on, it is well used.
  private static let wellUsed = 0.998
  /// The target.
  static let aim = 0.9991
  /// Below, bits matter so little that coefficients hardly change; above, none does.
  private static let range = exp2(-5)...exp2(60)
  private static let mostTrials = 10
  /// More trials while nothing fits.
  private static let mostTrialsInNeed = 40

  let limit: Int
  private var fitting: (multiplier: Double, bytes: Double)?
  private var tooLarge: (multiplier: Double, bytes: Double)?
  private var count = 0
  /// The multiplier to try next; nil when the search has ended.
  package private(set) var next: Double? = 1

  package init(limit: Int) { self.limit = max(limit, 1) }

  /// Whether so many bytes fit a limit and use it well.
  static func isGood(_ bytes: Int, limit: Int) -> Bool { bytes <= limit && Double(bytes) >= wellUsed * Double(limit) }

  /// Learns from two trials how fast the bytes fall.
  ///
  /// - Parameters:
  ///   - multiplier: of the second trial's lambda, relative to the first's.
  ///   - bytes: of the second trial.
  ///   - before: of the first.
  package mutating func learn(_ multiplier: Double, bytes: Int, before: Int) {
    let learned = Elementary.log2(Double(bytes) / Double(max(before, 1))) / Elementary.log2(multiplier)
    if learned.isFinite { power = min(max(learned, Self.powers.lowerBound), Self.powers.upperBound) }
  }

  private static func exp2(_ x: Double) -> Double { Elementary.exp2(x) }

  /// Records the bytes at the multiplier `next`.
  package mutating func record(bytes: Int) {
    guard let multiplier = next else { return }
    count += 1
    let trial = (Elementary.log2(multiplier), Elementary.log2(Double(bytes)))
    if bytes <= limit { fitting = trial } else { tooLarge = trial }
    guard !Self.isGood(bytes, limit: limit), count < (fitting == nil ? Self.mostTrialsInNeed : Self.mostTrials) else {
      next = nil
      return
    }
    let better = Elementary.exp2(target)
    let limited = min(max(better, Self.range.lowerBound), Self.range.upperBound)
    next = limited == multiplier ? nil : limited
  }

  /// The logarithm of the multiplier that should fit.
  private var target: Double {
    let bytes = Elementary.log2(Self.aim * Double(limit))
    switch (fitting, tooLarge) {
    case (let fitting?, let tooLarge?):
      // Nearly on the line between both; every third time in the middle, in case the line misleads.
      let part = (tooLarge.bytes - bytes) / max(tooLarge.bytes - fitting.bytes, 1e-9)
      let safe = count % 3 == 0 ? 0.5 : min(max(part, 0.05), 0.95)
      return tooLarge.multiplier + safe * (fitting.multiplier - tooLarge.multiplier)
    case (let one?, nil), (nil, let one?):
      // The further off, the longer the step; it doubles where that was not enough.
      let way = (bytes - one.bytes) / power
      let least = exp2Count * 0.02
      return one.multiplier + (way < 0 ? min(way, -least) : max(way, least))
    case (nil, nil): return 0
    }
  }

  private var exp2Count: Double { Self.exp2(Double(count)) }
}
