public import Essentials

/// How long to wait before a retry: exponentially longer and partly random, so that many clients of a recovering server do not all return
/// at once. Half of each wait is fixed ("equal jitter", https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so that
/// the attempts last about as long as they should: by default, eleven waits are 76 to 120 seconds, and 114 on average.
public struct RetryPolicy: Hashable, Sendable {
  /// The longest wait after the first failure; each failure doubles it.
  public var firstDelay: Duration
  /// The doubling's limit.
  public var longestDelay: Duration
  /// The time limit for attempts, counted from the first.
  public var totalLimit: Duration
  public var mostAttempts: Int
  /// Whether to wait only half and a random part of the other half; otherwise the whole.
  public var hasJitter: Bool

  public init(
    firstDelay: Duration = .milliseconds(250), longestDelay: Duration = .seconds(30),
    totalLimit: Duration = .seconds(120), mostAttempts: Int = 12, hasJitter: Bool = true
  ) {
    (self.firstDelay, self.longestDelay, self.totalLimit) = (firstDelay, longestDelay, totalLimit)
    (self.mostAttempts, self.hasJitter) = (mostAttempts, hasJitter)
  }

  /// The wait before the next attempt; nil: none follows.
  /// - Parameter fraction: a random number from 0 to 1.
  package func delay(
    after error: some RetryableError, attempts: Int, elapsed: Duration, fraction: Double
  ) -> Duration? {
    guard error.isTransient, attempts < min(mostAttempts, error.mostAttempts ?? .max) else { return nil }
    let ceiling = (1..<max(1, min(attempts, 32))).reduce(firstDelay) { delay, _ in min(delay * 2, longestDelay) }
    let whole = min(ceiling, longestDelay)
    var wait = hasJitter ? whole / 2 + whole / 2 * fraction : whole
    // If the random wait is a bit too long, use the remaining time.
    if hasJitter, wait > totalLimit - elapsed, whole / 2 <= totalLimit - elapsed { wait = totalLimit - elapsed }
    wait = max(wait, error.retryAfter ?? .zero)
    return elapsed + wait <= totalLimit ? wait : nil
  }

  /// Repeats an operation until it succeeds, fails for good, or the policy gives up. It must be safe to repeat.
  nonisolated(nonsending) func run<Value: Sendable, Failure: RetryableError>(
    _ clock: RetryClock, _ attempt: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let start = clock.now()
    var attempts = 0
    while true {
      attempts += 1
      do throws(Failure) {
        return try await attempt()
      } catch {
        let elapsed = clock.now() - start
        guard let wait = delay(after: error, attempts: attempts, elapsed: elapsed, fraction: clock.fraction()) else {
          throw error.concluded(after: attempts, elapsed, isCancelled: false)
        }
        let most = min(mostAttempts, error.mostAttempts ?? .max)
        clock.willRetry(
          RetryNotice(
            reason: error.named, attempts: attempts, mostAttempts: most == .max ? nil : most, wait: wait,
            timeLeft: totalLimit - elapsed))
        if await !clock.sleep(wait) { throw error.concluded(after: attempts, elapsed, isCancelled: true) }
      }
    }
  }
}

/// An error after which a retry is possible.
package protocol RetryableError: Error {
  /// Whether a retry may help.
  var isTransient: Bool { get }

  /// How long the other side asks to wait.
  var retryAfter: Duration? { get }

  /// How many attempts make sense, if fewer than the policy's; nil: as many.
  var mostAttempts: Int? { get }

  /// A brief text for people; without secrets.
  var briefly: String { get }

  /// The same with the name of the other side, if missing.
  var named: String { get }

  /// The error to report if no further attempt is made.
  /// - Parameter isCancelled: whether cancellation prevented another attempt.
  func concluded(after attempts: Int, _ elapsed: Duration, isCancelled: Bool) -> Self
}

extension RetryableError {
  package var retryAfter: Duration? { nil }
  package var mostAttempts: Int? { nil }
  package var named: String { briefly }
}

/// A failed operation will be retried.
public struct RetryNotice: Hashable, Sendable {
  /// The failure.
  public let reason: String
  /// The number of attempts.
  public let attempts: Int
  /// The maximum number of attempts; nil: as many as time permits.
  public let mostAttempts: Int?
  /// The next wait.
  public let wait: Duration
  /// How long attempts go on at most.
  public let timeLeft: Duration
}

/// Time and randomness, which tests replace.
public struct RetryClock: Sendable {
  /// Monotonic time.
  public var now: @Sendable () -> Duration
  /// The time of day.
  public var date: @Sendable () -> Date
  /// Waits; false if the task was cancelled.
  public var sleep: @Sendable (Duration) async -> Bool
  /// A random number from 0 to 1.
  public var fraction: @Sendable () -> Double
  /// Called before each wait, to show progress.
  public var willRetry: @Sendable (RetryNotice) -> Void = { _ in }

  public init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async -> Bool, fraction: @escaping @Sendable () -> Double
  ) { (self.now, self.date, self.sleep, self.fraction) = (now, date, sleep, fraction) }

  /// The machine's.
  public static let system: RetryClock = {
    let clock = ContinuousClock()
    let start = clock.now
    return RetryClock(
      now: { clock.now - start }, date: { Date() },
      sleep: { duration in (try? await clock.sleep(for: duration)) != nil }, fraction: { Double.random(in: 0...1) })
  }()
}
