import Foundation
import Libraries
import MediaPipeline
import Synchronization
import TestSupport
import Testing

/// Credentials that end, in a run that does not.
@Suite struct CredentialCacheTests {
  /// Gives credentials with a number, or what a test tells it.
  private final class Source: Sendable {
    let asked = Mutex(0)
    let failure = Mutex<ObjectStoreError?>(nil)
    let life: Duration?

    init(life: Duration?) { self.life = life }

    func find() throws(ObjectStoreError) -> SourceAnswer {
      if let failure = failure.withLock({ $0 }) { throw failure }
      let number = asked.withLock {
        $0 += 1
        return $0
      }
      return .found(Lease(.numbered(number), life: life))
    }
  }

  private final class Moment: Sendable {
    let seconds = Mutex(0)
  }

  private let moment = Moment()

  private func cache(_ source: Source) -> CredentialCache {
    var clock = RetryClock.system
    clock.now = { [moment] in .seconds(moment.seconds.withLock { $0 }) }
    return CredentialCache(CredentialChain(for: "tests", remedy: "none", [("the test", source.find)]), clock: clock)
  }

  @Test func othersAreAskedForBeforeTheyEnd() async throws {
    let cache = cache(Source(life: .seconds(600)))
    for (second, number) in [(0, 1), (479, 1), (480, 2), (900, 2), (961, 3)] {
      moment.seconds.withLock { $0 = second }
      #expect(try await cache.current() == .numbered(number))
    }
  }

  @Test func whatHasNoEndIsAskedForOnce() async throws {
    let cache = cache(Source(life: nil))
    for second in [0, 1_000_000] {
      moment.seconds.withLock { $0 = second }
      #expect(try await cache.current() == .numbered(1))
    }
    await cache.forget(.numbered(7))
    #expect(try await cache.current() == .numbered(1))
    await cache.forget(.numbered(1))
    #expect(try await cache.current() == .numbered(2))
  }

  /// A service that is away for a minute does not end a run whose credentials are good for two.
  @Test func whatIsStillGoodServesOnWhereNothingNewIsToBeHad() async throws {
    let source = Source(life: .seconds(600))
    let cache = cache(source)
    #expect(try await cache.current() == .numbered(1))
    source.failure.withLock { $0 = ObjectStoreError(.busy, store: "", detail: "") }
    for second in [500, 599] {
      moment.seconds.withLock { $0 = second }
      #expect(try await cache.current() == .numbered(1))
    }
    moment.seconds.withLock { $0 = 600 }
    await #expect(throws: ObjectStoreError.self) { try await cache.current() }
    source.failure.withLock { $0 = nil }
    #expect(try await cache.current() == .numbered(2))
  }

  /// One request for all who wait.
  @Test func manyWaitForOne() async throws {
    let source = Source(life: .seconds(600))
    let cache = cache(source)
    try await withThrowingTaskGroup(of: StoreCredentials.self) { group in
      for _ in 0..<20 { group.addTask { try await cache.current() } }
      for try await credentials in group { #expect(credentials == .numbered(1)) }
    }
    #expect(source.asked.withLock { $0 } == 1)
  }
}

extension StoreCredentials {
  fileprivate static func numbered(_ number: Int) -> StoreCredentials { .token(Secret("\(number)")) }
}
