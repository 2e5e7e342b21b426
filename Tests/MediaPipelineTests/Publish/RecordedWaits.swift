import Foundation
import MediaPipeline
import Synchronization

/// Time that passes only while someone waits.
final class RecordedWaits: Sendable {
  private let waits = Mutex<[Duration]>([])

  var all: [Duration] { waits.withLock { $0 } }

  /// The whole of each wait is waited.
  var clock: RetryClock {
    RetryClock(
      now: { self.all.reduce(.zero, +) }, date: { Date() },
      sleep: { duration in
        self.waits.withLock { $0.append(duration) }
        return true
      }, fraction: { 1 })
  }
}
