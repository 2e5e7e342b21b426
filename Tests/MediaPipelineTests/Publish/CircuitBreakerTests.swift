import Findings
import MediaPipeline
import PushDelivery
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CircuitBreakerTests {
  private static let aboutStore: [ObjectStoreError.Reason] = [
    .credentials, .noCredentials, .forbidden, .missingBucket, .wrongRegion(told: "eu-west-2"), .clock(ahead: 5000),
    .insecure,
  ]
  private static let transient: [ObjectStoreError.Reason] = [.unresolved, .unreachable, .timedOut, .interrupted, .busy]

  private static func store(_ reason: ObjectStoreError.Reason) -> PublishError {
    .store(ObjectStoreError(reason, store: "s3://push-assets", detail: "words"))
  }

  private static func url(_ path: String, hasWaited: Bool) -> PublishError {
    let url = "https://cdn.example.com/\(path)"
    return .unverified([Diagnostic("http.status", .error, .init(.url, url), "404", remedy: "r")], hasWaited: hasWaited)
  }

  private func publish(_ slug: String, to destination: some Destination) async -> PublishError? {
    do throws(PublishError) { _ = try await destination.publish(PublishedBytes(seed: 1, count: 10), slug: slug) } catch
    {
      return error
    }
    return nil
  }

  private func availability(_ destination: some Destination) -> PublishError? {
    do throws(PublishError) { try destination.requireAvailable() } catch { return error }
    return nil
  }

  /// The first file's trouble is everyone's, in the very same words, and nothing is asked any more.
  private func expectOpened(by error: PublishError, rule: RuleIdentifier) async throws {
    let destination = ScriptedDestination { _ in error }
    let breaker = CircuitBreaker(destination, name: "cdn")
    #expect(availability(breaker) == nil)
    guard case .unavailable(let diagnostics) = await publish("a", to: breaker) else {
      Issue.record("it stays closed")
      return
    }
    #expect(diagnostics.map(\.rule) == [rule] && diagnostics.map(\.subject) == [.init(.destination, "cdn")])
    #expect(diagnostics.allSatisfy { $0.isDestinationError != $0.rule.isEnvironmental })
    #expect(await publish("b", to: breaker) == .unavailable(diagnostics))
    #expect(availability(breaker) == .unavailable(diagnostics))
    #expect(PublishError.unavailable(diagnostics).diagnostics(for: "b.png") == diagnostics)
    #expect(destination.asked == ["a"])
  }

  @Test(arguments: aboutStore + transient) func opensForWhatConcernsEverything(_ reason: ObjectStoreError.Reason)
    async throws
  {
    let error = Self.store(reason)
    try await expectOpened(by: error, rule: error.diagnostics(for: "a")[0].rule)
  }

  /// A site that answers everything with its start page.
  @Test func opensAfterManyURLsThatDeliverSomethingElse() async {
    let destination = ScriptedDestination { slug in Self.url(slug, hasWaited: false) }
    let breaker = CircuitBreaker(destination, name: "cdn")
    for slug in ["a", "b", "c", "d", "e"] {
      #expect(await publish(slug, to: breaker) == Self.url(slug, hasWaited: false))
    }
    guard case .unavailable(let diagnostics) = await publish("f", to: breaker) else {
      Issue.record("it stays closed")
      return
    }
    #expect(diagnostics.map(\.rule) == ["destination.unverified"] && diagnostics.allSatisfy(\.isDestinationError))
    #expect(destination.asked == ["a", "b", "c", "d", "e"] && breaker.doubts == [])
  }

  @Test func fewURLsThatDeliverSomethingElseRaiseDoubtsUnlessOneIsRight() async {
    let breaker = CircuitBreaker(
      ScriptedDestination { slug in slug == "right" ? nil : Self.url(slug, hasWaited: false) }, name: "cdn")
    #expect(breaker.doubts == [])
    for slug in ["a", "b"] { _ = await publish(slug, to: breaker) }
    #expect(breaker.doubts.map(\.subject) == [.init(.destination, "cdn")])
    #expect(breaker.doubts.map(\.message) == ["all 2 URLs that were tried deliver something else than was published"])
    _ = await publish("right", to: breaker)
    for slug in ["c", "d", "e", "f"] { #expect(await publish(slug, to: breaker) == Self.url(slug, hasWaited: false)) }
    #expect(breaker.doubts == [])
  }

  @Test func opensForURLsThatWereWaitedFor() async throws {
    try await expectOpened(by: Self.url("a", hasWaited: true), rule: "http.status")
  }

  private static let ofOneFile: [PublishError] = [
    .conflict(name: "a"), .fileSystem(FileSystemError("write", "a", .ioError)), store(.rejected), store(.missingToken),
    store(.unfit), store(.cancelled), url("a", hasWaited: false),
  ]

  @Test(arguments: ofOneFile) func staysClosedForWhatConcernsOneFile(_ error: PublishError) async throws {
    let destination = ScriptedDestination { $0 == "good" ? nil : error }
    let breaker = CircuitBreaker(destination, name: "cdn")
    for slug in ["a", "b"] { #expect(await publish(slug, to: breaker) == error) }
    #expect(availability(breaker) == nil)
    #expect(await publish("good", to: breaker) == nil)
    #expect(destination.asked == ["a", "b", "good"])
  }

  private static let outlasting = transient.map(store) + [url("slow", hasWaited: true)]

  @Test(arguments: outlasting) func aSuccessMeanwhileKeepsItClosed(_ error: PublishError) async throws {
    let (begun, done) = (Signal(), Signal())
    let destination = ScriptedDestination { slug in
      guard slug == "slow" else { return nil }
      begun.give()
      await done.wait()
      return error
    }
    let breaker = CircuitBreaker(destination, name: "cdn")
    async let slow = publish("slow", to: breaker)
    await begun.wait()
    #expect(await publish("quick", to: breaker) == nil)
    done.give()
    #expect(await slow == error)
    #expect(availability(breaker) == nil)
  }

  @Test(arguments: outlasting) func aSuccessBeforeDoesNot(_ error: PublishError) async throws {
    let breaker = CircuitBreaker(ScriptedDestination { $0 == "good" ? nil : error }, name: "cdn")
    #expect(await publish("good", to: breaker) == nil)
    #expect(await publish("slow", to: breaker) != error)
    #expect(availability(breaker) != nil)
  }

  /// Faults that come in while others are under way.
  @Test func theFirstFaultIsTold() async throws {
    let (begun, done) = (Signal(), Signal())
    let destination = ScriptedDestination { slug in
      guard slug == "slow" else { return Self.store(.credentials) }
      begun.give()
      await done.wait()
      return Self.store(.busy)
    }
    let breaker = CircuitBreaker(destination, name: "cdn")
    async let slow = publish("slow", to: breaker)
    await begun.wait()
    let first = await publish("quick", to: breaker)
    done.give()
    #expect(first?.diagnostics(for: "").map(\.rule) == ["destination.credentials"])
    #expect(await slow == first)
  }
}
