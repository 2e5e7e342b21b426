import Findings
import Foundation
import MediaPipeline
import PushDelivery
import Synchronization
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

/// Waiting, in a time of the test's own.
@Suite(.timeLimit(.minutes(10))) struct RetryTests {
  private func publish(_ faults: [ServerFault], _ waits: RecordedWaits) async throws -> PublishError? {
    var settings = StoreSettings(clock: waits.clock)
    settings.retries = RetryPolicy(
      firstDelay: .seconds(1), longestDelay: .seconds(4), totalLimit: .seconds(20), mostAttempts: 9)
    let place = try await TestDestination(.s3, settings: settings)
    for fault in faults { try place.server?.set(fault) }
    do { _ = try await place.destination.publish(PublishedBytes(seed: 1), slug: "logo") } catch { return error }
    return nil
  }

  private func refusal(_ fault: ServerFault, _ waits: RecordedWaits) async throws -> ObjectStoreError {
    guard case .store(let error) = try await publish([fault], waits) else {
      throw TestServerError(description: "it was published")
    }
    return error
  }

  @Test func waitsLongerEachTimeUpToTheTotal() async throws {
    let waits = RecordedWaits()
    let error = try await publish([ServerFault(.status, "PUT", status: 503, isLasting: true)], waits)
    #expect(waits.all == [1, 2, 4, 4, 4, 4].map { .seconds($0) })
    #expect(error?.diagnostics(for: "a.png").first?.message.contains("tried 7 times within 19 s") == true)
  }

  @Test(
    arguments: [
      (503, [["Retry-After", "7"]], 7),
      // By the store's own clock, not this machine's.
      (429, [["Date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["Retry-After", "Sun, 06 Nov 1994 08:49:48 GMT"]], 11),
    ] as [(Int, [[String]], Int)])
  func waitsAsLongAsTheStoreAsks(status: Int, fields: [[String]], seconds: Int) async throws {
    let waits = RecordedWaits()
    #expect(try await publish([ServerFault(.status, "PUT", status: status, fields: fields)], waits) == nil)
    #expect(waits.all == [.seconds(seconds)])
  }

  /// A number too large for this machine's types does not cause an immediate retry.
  @Test(arguments: [("3600", 3600, "3600 s"), ("99999999999999999999", 86_400, "a day or more")])
  func doesNotWaitForATimeThatIsTooLong(asked: String, seconds: Int, words: String) async throws {
    let waits = RecordedWaits()
    let fault = ServerFault(.status, "PUT", status: 503, fields: [["Retry-After", asked]], isLasting: true)
    let error = try await refusal(fault, waits)
    #expect(error.reason == .busy && error.attempts == 1 && waits.all == [])
    #expect(error.retryAfter == .seconds(seconds))
    let message = PublishError.store(error).diagnostics(for: "a.png")[0].message
    #expect(message.hasSuffix("; it asks to be left alone for \(words)"))
  }

  /// The object there does not matter, so it is reported once, about the destination.
  @Test(arguments: [(501, "conditional writes (If-None-Match: *)"), (402, "bills or a quota")])
  func whatAStoreDoesForNobodyIsAboutTheStore(status: Int, words: String) async throws {
    let waits = RecordedWaits()
    let fault = ServerFault(
      .status, "PUT", status: status, body: "<Error><Code>Odd</Code><Message>no</Message></Error>", isLasting: true)
    let error = try await refusal(fault, waits)
    #expect(error.reason == .unusable && error.isAboutStore && error.attempts == 1 && waits.all == [])
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "destination.rejected" && diagnostic.message.hasSuffix(": Odd: no"))
    #expect(diagnostic.remedy.contains(words))
  }
}
