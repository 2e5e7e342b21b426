import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CircuitBreakerTests {
  private static let aboutStore: [ObjectStoreError.Reason] = [
    .credentials, .noCredentials, .forbidden, .missingBucket, .wrongRegion(told: "eu-west-2"), .clock(ahead: 5000),
    .insecure, .unusable,
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
    { return error }
    return nil
  }

  /// Of a destination that has another file.
  private func proven() throws -> RecordedFiles {
    let (records, digest) = (PublicationRecords(path: "/nowhere/published.jsonl"), ContentDigest(of: []))
    records.add("a", url: "u", digest: digest, verification: .get)
    #expect(records.prove("a", url: "u", digest: digest, verification: .get))
    return RecordedFiles(records, at: .folder(try TestDestination.base()), .get)
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

  /// A site that answers everything with its start page, and something on the way that lets nothing through, such as a gateway that
  /// answers 413.
  private static let ofEverything: [(error: PublishError, rule: RuleIdentifier, words: String)] = [
    (url("a", hasWaited: false), "http.status", "https://cdn.example.com/a: 404"),
    (store(.rejected), "destination.rejected", "s3://push-assets"),
  ]

  /// What is known is also told where there are no more files than it takes to know.
  @Test(arguments: ofEverything) func opensAfterManyFaultsAndNoSuccess(
    error: PublishError, rule: RuleIdentifier, words: String
  ) async {
    let destination = ScriptedDestination { _ in error }
    let breaker = CircuitBreaker(destination, name: "cdn")
    for slug in ["a", "b", "c", "d", "e"] { #expect(await publish(slug, to: breaker) == error) }
    let doubts = breaker.doubts
    #expect(doubts.map(\.rule) == [rule] && doubts.allSatisfy(\.isDestinationError))
    #expect(doubts.allSatisfy { $0.message.hasPrefix("all 5 files that were tried fail, the last: \(words)") })
    #expect(await publish("f", to: breaker) == .unavailable(doubts))
    #expect(availability(breaker) == .unavailable(doubts))
    #expect(destination.asked == ["a", "b", "c", "d", "e"] && breaker.doubts == doubts)
  }

  @Test(arguments: ofEverything) func fewFaultsRaiseDoubtsUnlessOneFileIsRight(
    error: PublishError, rule: RuleIdentifier, words: String
  ) async {
    let breaker = CircuitBreaker(ScriptedDestination { $0 == "right" ? nil : error }, name: "cdn")
    #expect(breaker.doubts == [])
    _ = await publish("a", to: breaker)
    if case .store = error { #expect(breaker.doubts == []) }
    _ = await publish("b", to: breaker)
    #expect(breaker.doubts.map(\.subject) == [.init(.destination, "cdn")])
    #expect(breaker.doubts.allSatisfy { $0.message.hasPrefix("all 2 files that were tried fail, the last: \(words)") })
    _ = await publish("right", to: breaker)
    for slug in ["c", "d", "e", "f"] { #expect(await publish(slug, to: breaker) == error) }
    #expect(breaker.doubts == [])
  }

  @Test func opensForURLsThatWereWaitedFor() async throws {
    try await expectOpened(by: Self.url("a", hasWaited: true), rule: "http.status")
  }

  /// Refusals of one file that look like refusals of all: a scanner, a policy of names, a firewall that answers with a page.
  private static let undecided: [PublishError] = {
    let bare = ObjectStoreError(.forbidden, store: "s3://push-assets", detail: "status 403")
    return [store(.refusing), .store(bare)]
  }()

  private func finding(_ error: PublishError?, of path: String = "b.png") -> [Diagnostic] {
    error?.diagnostics(for: path) ?? []
  }

  /// Whichever comes first, so that it does not matter how many are under way.
  @Test(arguments: undecided, [["good", "bad", "good"], ["bad", "good"], ["bad", "right bytes"], ["bad", "found"]])
  func aRefusalIsOfOneFileWhereTheStoreTakesAnother(error: PublishError, slugs: [String]) async {
    let destination = ScriptedDestination { slug in
      switch slug {
      case "good": nil
      case "right bytes": .hindered([])
      case "found": .conflict(name: "a")
      default: error
      }
    }
    let breaker = CircuitBreaker(destination, name: "cdn")
    for slug in slugs {
      let told = finding(await publish(slug, to: breaker))
      guard slug == "bad" else { continue }
      #expect(told.map(\.rule) == ["destination.rejected"] && told.map(\.subject) == [.init(.file, "b.png")])
      #expect(told.allSatisfy { !$0.message.contains("any other") && $0.remedy.contains("leave the file out") })
    }
    #expect(availability(breaker) == nil && destination.asked == slugs)
    #expect(breaker.doubts.allSatisfy { $0.rule != "destination.rejected" })
  }

  @Test(arguments: undecided) func aRefusalIsOfOneFileWhereTheStoreHasAnother(error: PublishError) async throws {
    let breaker = CircuitBreaker(ScriptedDestination { _ in error }, name: "cdn", recorded: try proven())
    for slug in ["a", "b", "c", "d"] {
      #expect(finding(await publish(slug, to: breaker)).map(\.subject) == [.init(.file, "b.png")])
    }
    #expect(availability(breaker) == nil && breaker.doubts == [])
    // As many have nothing in common but what takes them.
    _ = await publish("e", to: breaker)
    #expect(availability(breaker) != nil)
  }

  /// One is enough, and is reported once.
  @Test(arguments: undecided, [1, 2, 5, 7]) func aRefusalIsTheStoresWhereNothingIsTaken(
    error: PublishError, count: Int
  ) async {
    let destination = ScriptedDestination { _ in error }
    let breaker = CircuitBreaker(destination, name: "cdn")
    var told: [Diagnostic] = []
    for number in 0..<count { told += finding(await publish("\(number)", to: breaker)) }
    let all = Set(told.untold(by: breaker.doubts) + breaker.doubts)
    #expect(all.map(\.rule) == ["destination.rejected"] && all.allSatisfy(\.isDestinationError), "\(all)")
    #expect(all.allSatisfy { $0.message.hasPrefix("all 5") == (count >= 5) && $0.message.contains("s3://push-assets") })
    #expect(destination.asked.count == min(count, 5))
  }

  @Test(arguments: [1, 4, 5, 9]) func whatHindersEveryURLIsToldOnce(count: Int) async {
    let breaker = CircuitBreaker(ScriptedDestination { .hindered([Self.policy($0)]) }, name: "cdn")
    var told: [Diagnostic] = []
    for number in 0..<count { told += finding(await publish("\(number)", to: breaker)) }
    let all = Set(told.untold(by: breaker.doubts) + breaker.doubts)
    #expect(all.map(\.rule) == ["http.resource-policy"] && all.allSatisfy(\.isDestinationError), "\(all)")
    #expect(all.allSatisfy { $0.message.hasPrefix("all ") == (count > 1) })
    #expect(all.allSatisfy { $0.remedy == "r" && $0.message.hasSuffix("same-origin") })
  }

  @Test func whatHindersOneURLIsThatFiles() async {
    let breaker = CircuitBreaker(ScriptedDestination { $0 == "good" ? nil : .hindered([Self.policy($0)]) }, name: "cdn")
    for slug in ["a", "good", "b", "c", "d", "e", "f"] { _ = await publish(slug, to: breaker) }
    #expect(breaker.doubts == [] && availability(breaker) == nil)
  }

  private static func policy(_ path: String) -> Diagnostic {
    Diagnostic(
      "http.resource-policy", .error, .init(.url, "https://cdn.example.com/\(path)"), "same-origin", remedy: "r")
  }

  private static let ofOneFile: [PublishError] = [
    .conflict(name: "a"), .fileSystem(FileSystemError("write", "a", .ioError)), store(.rejected),
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
    #expect(await slow?.diagnostics(for: "slow").allSatisfy(\.rule.isEnvironmental) == true)
    #expect(availability(breaker) == nil)
  }

  @Test(arguments: outlasting) func aSuccessBeforeDoesNot(_ error: PublishError) async throws {
    let breaker = CircuitBreaker(ScriptedDestination { $0 == "good" ? nil : error }, name: "cdn")
    #expect(await publish("good", to: breaker) == nil)
    #expect(await publish("slow", to: breaker) != error)
    #expect(availability(breaker) != nil)
  }

  /// base-url is right then: late files are not refused, and no request is withdrawn for them.
  @Test(arguments: [false, true]) func aURLThatWasWaitedForIsLateWhereAnotherIsRight(isRemembered: Bool) async throws {
    let breaker = CircuitBreaker(
      ScriptedDestination { $0 == "good" ? nil : Self.url($0, hasWaited: true) }, name: "cdn",
      recorded: isRemembered ? try proven() : nil)
    if !isRemembered { #expect(await publish("good", to: breaker) == nil) }
    let late = try #require(await publish("late", to: breaker)).diagnostics(for: "late.png")
    #expect(late.map(\.rule) == ["machine.network"] && late.map(\.subject) == [.init(.destination, "cdn")])
    #expect(late.allSatisfy { $0.message.contains("not deliver its file yet: 404 (http.status)") }, "\(late)")
    #expect(late.allSatisfy { $0.remedy.hasPrefix("run again in a while") && $0.remedy.hasSuffix("if it stays so, r") })
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
