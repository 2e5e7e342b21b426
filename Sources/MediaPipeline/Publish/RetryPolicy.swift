public import Essentials

/// How long to wait before something is tried again: exponentially longer, with a random part of it, so that many clients of a
/// server that comes back do not all ask at once. Half of each wait is not left to chance ("equal jitter",
/// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), so that the attempts last about as long as they should:
/// as they are, eleven waits are 76 to 120 seconds, and 114 on average.
public struct RetryPolicy: Hashable, Sendable {
  /// The longest wait after the first failure; each failure doubles it.
  public var firstDelay: Duration
  /// What it is doubled up to.
  public var longestDelay: Duration
  /// When no further attempt begins, counted from the first.
  public var totalLimit: Duration
  public var mostAttempts: Int
  /// Whether only half of each wait and a random part of the other half is waited; the whole otherwise.
  public var hasJitter: Bool

  public init(
    firstDelay: Duration = .milliseconds(250), longestDelay: Duration = .seconds(30),
    totalLimit: Duration = .seconds(120), mostAttempts: Int = 12, hasJitter: Bool = true
  ) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.totalLimit = totalLimit
    self.mostAttempts = mostAttempts
    self.hasJitter = hasJitter
  }

  /// The wait before the next attempt; nil when there is to be none.
  ///
  /// - Parameters:
  ///   - attempts: how many there were, at least 1.
  ///   - elapsed: since the first began.
  ///   - fraction: a random number from 0 to 1.
  package func delay(
    after error: some RetryableError, attempts: Int, elapsed: Duration, fraction: Double
  ) -> Duration? {
    guard error.isTransient, attempts < min(mostAttempts, error.mostAttempts ?? .max) else { return nil }
    let ceiling = (1..<max(1, min(attempts, 32))).reduce(firstDelay) { delay, _ in min(delay * 2, longestDelay) }
    let whole = min(ceiling, longestDelay)
    var wait = hasJitter ? whole / 2 + whole / 2 * fraction : whole
    // Where chance would have it a bit too long, it is as long as there is time for.
    if hasJitter, wait > totalLimit - elapsed, whole / 2 <= totalLimit - elapsed { wait = totalLimit - elapsed }
    wait = max(wait, error.retryAfter ?? .zero)
    return elapsed + wait <= totalLimit ? wait : nil
  }

  /// Does something until it succeeds, fails for good, or the policy gives up. It must be safe to do more than once.
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
        let effort = RetryEffort(attempts: attempts, elapsed: clock.now() - start)
        let wait = delay(
          after: error, attempts: effort.attempts, elapsed: effort.elapsed, fraction: clock.fraction())
        guard let wait else { throw error.concluded(after: effort, isCancelled: false) }
        clock.willRetry(
          RetryNotice(reason: error.named, attempts: attempts, mostAttempts: mostAttempts, wait: wait))
        if await !clock.sleep(wait) { throw error.concluded(after: effort, isCancelled: true) }
      }
    }
  }
}

/// Why something did not succeed that may be tried again.
package protocol RetryableError: Error {
  /// Whether trying the same again may help.
  var isTransient: Bool { get }

  /// How long whoever refused asks to be left alone.
  var retryAfter: Duration? { get }

  /// How many attempts make sense, if fewer than the policy's; nil: as many.
  var mostAttempts: Int? { get }

  /// What happened, for people; without secrets.
  var briefly: String { get }

  /// The same with the name of who was asked, where that does not say it.
  var named: String { get }

  /// The same as it is told when no further attempt is made.
  ///
  /// - Parameter isCancelled: whether another would have been made, but for the task's end.
  func concluded(after effort: RetryEffort, isCancelled: Bool) -> Self
}

extension RetryableError {
  package var retryAfter: Duration? { nil }
  package var mostAttempts: Int? { nil }
  package var named: String { briefly }
}

/// Something that did not succeed is going to be tried again.
public struct RetryNotice: Hashable, Sendable {
  /// What happened.
  public let reason: String
  /// How often it was tried.
  public let attempts: Int
  /// How often it is tried at most; nil: as often as there is time for.
  public let mostAttempts: Int?
  /// How long nobody tries.
  public let wait: Duration

  init(reason: String, attempts: Int, mostAttempts: Int, wait: Duration) {
    (self.reason, self.attempts, self.wait) = (reason, attempts, wait)
    self.mostAttempts = mostAttempts == .max ? nil : mostAttempts
  }
}

/// How often something was tried, and how long that took.
package struct RetryEffort: Hashable, Sendable {
  package var attempts: Int
  package var elapsed: Duration
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
  /// Told before each wait, for whoever shows what is waited for.
  public var willRetry: @Sendable (RetryNotice) -> Void = { _ in }

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
