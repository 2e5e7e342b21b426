/// The frames of an animation at a constant rate: each repeats for its delay, so that the duration stays the same.
public struct FrameSchedule: Hashable, Sendable {
  /// The milliseconds of one frame at the constant rate.
  public let period: Period
  /// How often each frame is shown; 0 for those that end before the next turn.
  public let repetitions: [Int]

  /// - Parameters:
  ///   - delays: milliseconds, one for each frame.
  ///   - maximumFrameRate: frames a second.
  public init(delays: [Int], maximumFrameRate: Int) {
    let delays = delays.map { min(max($0, 1), Self.longestDelay) }
    let cap = max(1, maximumFrameRate)
    let divisor = delays.reduce(0, Self.greatestCommonDivisor)
    period =
      divisor * cap >= 1000
      ? Period(numerator: Self.longestPeriod(dividing: divisor), denominator: 1)
      : Period(numerator: 1000, denominator: cap)
    repetitions = Self.repetitions(of: delays, period: period)
  }

  /// A length of time in milliseconds, as a fraction.
  public struct Period: Hashable, Sendable {
    public let numerator: Int
    public let denominator: Int
  }

  /// Frames a second, as ffmpeg reads it: `100/7`.
  public var frameRate: String { "\(1000 * period.denominator)/\(period.numerator)" }

  /// Frames at the constant rate.
  public var frameCount: Int { repetitions.reduce(0, +) }

  /// How long it plays, in seconds.
  public var seconds: Double { Double(frameCount) * Double(period.numerator) / Double(period.denominator) / 1000 }

  /// An hour; longer delays are mistakes.
  private static let longestDelay = 3_600_000

  /// The longest divisor of a common delay that still gives a frame a second: players seek poorly in slower movies.
  private static func longestPeriod(dividing divisor: Int) -> Int {
    guard divisor > 1000 else { return divisor }
    return (1...1000).last { divisor % $0 == 0 } ?? 1
  }

  /// Rounds moments, not delays, so that errors do not add up. Some frame is always shown.
  private static func repetitions(of delays: [Int], period: Period) -> [Int] {
    var end = 0
    var shown = 0
    var result = delays.map { delay in
      end += delay
      let wanted = (end * period.denominator + period.numerator / 2) / period.numerator
      defer { shown = wanted }
      return wanted - shown
    }
    if shown == 0, !result.isEmpty { result[0] = 1 }
    return result
  }

  private static func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
  }
}

/// The frames that stay if an animation has more a second than allowed, and their delays. The duration stays the same, unless two frames
/// are too many.
///
/// Neighbours with short delays make a group, and its longest frame replaces the group: deliberate pauses stay.
public struct FrameThinning: Hashable, Sendable {
  /// The milliseconds of each frame; 0 for removed ones. At least one stays, and two if there were two.
  public let delays: [Int]

  /// How many frames stay.
  public var keptCount: Int { delays.count { $0 > 0 } }

  /// - Parameters:
  ///   - delays: milliseconds, one for each frame, none 0.
  ///   - meanDelay: the least average of a frame's milliseconds, at least 1.
  public init(delays: [Int], meanDelay: Int) {
    guard delays.count > 1, delays.reduce(0, +) < meanDelay * delays.count else {
      self.delays = delays
      return
    }
    let groups = Self.groups(of: delays, meanDelay)
    self.delays = groups.count > 1 ? Self.thinned(delays, to: groups) : Self.slowed(delays, meanDelay)
  }

  /// Neighbours that together take so long. Frames left at the end join the last group.
  private static func groups(of delays: [Int], _ meanDelay: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var (start, time) = (0, 0)
    for (index, delay) in delays.enumerated() {
      time += delay
      guard time >= meanDelay else { continue }
      groups.append(start..<index + 1)
      (start, time) = (index + 1, 0)
    }
    guard start < delays.count else { return groups }
    let before = groups.popLast()?.lowerBound ?? 0
    return groups + [before..<delays.count]
  }

  private static func thinned(_ delays: [Int], to groups: [Range<Int>]) -> [Int] {
    groups.reduce(into: delays.map { _ in 0 }) { result, group in
      let longest = group.reduce(group.lowerBound) { delays[$1] > delays[$0] ? $1 : $0 }
      result[longest] = delays[group].reduce(0, +)
    }
  }

  /// The first and the last, longer than before if necessary: one frame would not move.
  private static func slowed(_ delays: [Int], _ meanDelay: Int) -> [Int] {
    let first = max(meanDelay, delays.reduce(0, +) - meanDelay)
    return [first] + [Int](repeating: 0, count: delays.count - 2) + [meanDelay]
  }
}

extension MotionSpecification {
  /// The least average of milliseconds for a GIF's frames.
  ///
  /// A GIF shows frames for whole hundredths of a second, so 30 a second means at most 100/3 = 33.3; caps above 50 have no effect, because
  /// players ignore shorter delays.
  package var shortestMeanDelay: Int { 10 * max(2, 100 / max(1, maximumFrameRate)) }
}
