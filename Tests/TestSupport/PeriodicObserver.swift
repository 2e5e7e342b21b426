import Foundation
import Synchronization

/// Looks at something every few milliseconds, from its own thread, so that busy tests do not delay it. It ends with its last reference at
/// the latest.
public final class PeriodicObserver<Observation: Sendable>: Sendable {
  /// The state that the thread and its owner share.
  private final class Shared: Sendable {
    let observation: Mutex<Observation>
    let isOver = Mutex(false)

    init(_ first: Observation) { observation = Mutex(first) }
  }

  private let shared: Shared

  /// - Parameters:
  ///   - first: what is known before the first look.
  ///   - look: adds what it sees.
  public init(_ first: Observation, look: @escaping @Sendable (inout Observation) -> Void) {
    let shared = Shared(first)
    self.shared = shared
    Thread.detachNewThread {
      while !shared.isOver.withLock({ $0 }) {
        shared.observation.withLock { look(&$0) }
        Thread.sleep(forTimeInterval: 0.003)
      }
    }
  }

  deinit { shared.isOver.withLock { $0 = true } }

  /// Stops looking: all that was seen.
  public func end() -> Observation {
    shared.isOver.withLock { $0 = true }
    return shared.observation.withLock { $0 }
  }
}
