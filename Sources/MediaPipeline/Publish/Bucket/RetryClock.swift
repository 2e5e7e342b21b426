public import Foundation

/// Time and chance, which tests put their own in place of.
public struct RetryClock: Sendable {
  /// Time that only grows.
  public var now: @Sendable () -> Duration
  /// The time of day.
  public var date: @Sendable () -> Date
  /// Waits; false when the task was cancelled meanwhile.
  public var sleep: @Sendable (Duration) async -> Bool
  /// A random number from 0 to 1.
  public var fraction: @Sendable () -> Double

  public init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async -> Bool, fraction: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.date = date
    self.sleep = sleep
    self.fraction = fraction
  }

  /// This machine's.
  public static let system: RetryClock = {
    let clock = ContinuousClock()
    let start = clock.now
    return RetryClock(
      now: { clock.now - start }, date: { Date() },
      sleep: { duration in (try? await clock.sleep(for: duration)) != nil },
      fraction: { Double.random(in: 0...1) })
  }()
}
