import MediaPipeline
import TestSupport
import Testing

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy(
    firstDelay: .seconds(1), longestDelay: .seconds(8), totalLimit: .seconds(60), mostAttempts: 9)

  private func error(_ reason: ObjectStoreError.Reason = .busy, retryAfter: Duration? = nil) -> ObjectStoreError {
    ObjectStoreError(reason, store: "s", detail: "", retryAfter: retryAfter)
  }

  private func delay(
    _ error: ObjectStoreError, attempts: Int = 1, elapsed: Duration = .zero, fraction: Double = 1
  ) -> Duration? {
    policy.delay(after: error, attempts: attempts, elapsed: elapsed, fraction: fraction)
  }

  @Test func chanceTakesAPartOfIt() {
    #expect(delay(error(), attempts: 3, fraction: 0) == .seconds(2))
    #expect(delay(error(), attempts: 3, fraction: 0.5) == .seconds(3))
  }

  /// For any random numbers, attempts that fail at once last about as long as the help says: two minutes.
  @Test(arguments: [0, 0.25, 0.5, 0.75, 1]) func lastsAboutTwoMinutes(fraction: Double) {
    let policy = RetryPolicy()
    var (attempts, elapsed) = (1, Duration.zero)
    while let wait = policy.delay(after: error(), attempts: attempts, elapsed: elapsed, fraction: fraction) {
      elapsed += wait
      attempts += 1
    }
    #expect(elapsed > .seconds(75) && elapsed <= .seconds(120) && attempts > 10)
    if fraction >= 0.5 { #expect(elapsed > .seconds(100)) }
  }

  @Test func withoutJitterAllOfItIsWaited() {
    var policy = policy
    policy.hasJitter = false
    #expect(policy.delay(after: error(), attempts: 3, elapsed: .zero, fraction: 0) == .seconds(4))
  }

  @Test func ends() {
    #expect(delay(error(), attempts: 9) == nil)
    #expect(delay(error(), elapsed: .milliseconds(59_501)) == nil)
    #expect(delay(error(), elapsed: .milliseconds(59_500)) == .milliseconds(500))
    #expect(delay(error(), elapsed: .seconds(59)) == .seconds(1))
  }

  /// For any numbers, waits are within the limit and not negative.
  @Test func keepsItsLimits() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let attempts = Int.random(in: 1...1_000_000, using: &generator)
      let elapsed = Duration.milliseconds(Int.random(in: 0...70_000, using: &generator))
      let after = Bool.random(using: &generator) ? Duration.seconds(Int.random(in: 0...99, using: &generator)) : nil
      let fraction = Double.random(in: 0...1, using: &generator)
      guard let wait = delay(error(retryAfter: after), attempts: attempts, elapsed: elapsed, fraction: fraction) else {
        continue
      }
      #expect(wait >= .zero && elapsed + wait <= policy.totalLimit && wait >= after ?? .zero)
    }
  }

  @Test(arguments: [
    ObjectStoreError.Reason.credentials, .forbidden, .missingBucket, .wrongRegion(told: nil), .clock(ahead: 1),
    .insecure, .refusing, .rejected, .cancelled, .unfit, .unusable, .proxy, .unresolved,
  ])
  func whatDoesNotMendItselfIsNotRepeated(_ reason: ObjectStoreError.Reason) { #expect(delay(error(reason)) == nil) }
}
