import Foundation
import Synchronization

/// Counts the worker processes of a run while it goes on, from a thread of its own, so that busy tests do not hold it up. A run and
/// its workers are known by their working directory.
final class WorkerCensus: Sendable {
  private let folder: String
  private let most = Mutex(0)
  private let isOver = Mutex(false)

  /// - Parameter folder: the working directory of the run, with every link resolved.
  init(folder: String) {
    self.folder = folder
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        count()
        usleep(3000)
      }
    }
  }

  /// Stops counting. The most workers that were there at one time.
  func end() -> Int {
    isOver.withLock { $0 = true }
    return most.withLock { $0 }
  }

  private func count() {
    let processes = ProcessTable.all(workingIn: folder)
    let workers = processes.filter { ProcessTable.parent(of: $0).map(processes.contains) ?? false }
    most.withLock { $0 = max($0, workers.count) }
  }
}
