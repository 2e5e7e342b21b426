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
