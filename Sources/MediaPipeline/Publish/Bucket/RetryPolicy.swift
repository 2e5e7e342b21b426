public import Foundation

/// How long to wait before something is tried again: exponentially longer, with a random part of it, so that many clients of a
/// store that comes back do not all ask at once ("full jitter",
/// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
public struct RetryPolicy: Hashable, Sendable {
  /// The longest wait after the first failure; each failure doubles it.
  public var firstDelay: Duration
  /// What it is doubled up to.
  public var longestDelay: Duration
  /// When no further attempt begins, counted from the first.
  public var totalLimit: Duration
  public var mostAttempts: Int

  public init(
    firstDelay: Duration = .milliseconds(250), longestDelay: Duration = .seconds(20),
    totalLimit: Duration = .seconds(120), mostAttempts: Int = 12
  ) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.totalLimit = totalLimit
    self.mostAttempts = mostAttempts
  }

  /// A name without address is more often misspelt than lost.
  static let mostAttemptsWithoutAddress = 4

  /// The wait before the next attempt; nil when there is to be none.
  ///
  /// - Parameters:
  ///   - attempts: how many there were, at least 1.
  ///   - elapsed: since the first began.
  ///   - fraction: a random number from 0 to 1.
  public func delay(
    after error: ObjectStoreError, attempts: Int, elapsed: Duration, fraction: Double
  ) -> Duration? {
    let most = error.reason == .unresolved ? min(mostAttempts, Self.mostAttemptsWithoutAddress) : mostAttempts
    guard error.isTransient, attempts < most else { return nil }
    let ceiling = (1..<max(1, min(attempts, 32))).reduce(firstDelay) { delay, _ in min(delay * 2, longestDelay) }
    let wait = max(min(ceiling, longestDelay) * fraction, error.retryAfter ?? .zero)
    return elapsed + wait <= totalLimit ? wait : nil
  }

  /// Does something until it succeeds, fails for good, or the policy gives up. It must be safe to do more than once.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ clock: RetryClock, _ attempt: nonisolated(nonsending) () async throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    let start = clock.now()
    var attempts = 0
    while true {
      attempts += 1
      do throws(ObjectStoreError) {
        return try await attempt()
      } catch {
        var error = error
        error.attempts = attempts
        error.elapsed = clock.now() - start
        let fraction = clock.fraction()
        guard let wait = delay(after: error, attempts: attempts, elapsed: error.elapsed, fraction: fraction) else {
          throw error
        }
        if await !clock.sleep(wait) {
          error.reason = .cancelled
          throw error
        }
      }
    }
  }
}

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
