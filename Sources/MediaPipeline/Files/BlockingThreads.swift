import Essentials

/// Threads beside Swift's own, for work that waits: for a disk, for another process, for a person.
///
/// Swift runs all tasks on as many threads as there are processors. A call that waits there keeps its thread from every other task,
/// and so many of them at once bring all to a stop. Tasks that prefer these threads are run here instead. A task finds an idle
/// thread or gets a new one, until there are as many as the limit; a thread ends when it had nothing to do for a while.
package final class BlockingThreads: TaskExecutor, @unchecked Sendable {
  /// For work that comes to its end by itself, such as reading a file or syncing it.
  package static let forFiles = BlockingThreads(limit: 32)

  /// For work whose end is up to others, such as waiting for a lock. There is no limit: who is waited for must find a thread however
  /// many wait.
  package static let forOthers = BlockingThreads(limit: .max)

  /// What debuggers and process lists call each of them: Linux keeps fifteen characters.
  package static let threadName = "richpush-waits"

  private let limit: Int
  private let condition = ConditionVariable()

  // Read and changed under the condition's lock alone.
  private var jobs: [UnownedJob] = []
  private var idleCount = 0
  private var threadCount = 0

  package init(limit: Int) { self.limit = limit }

  /// Does something, and whatever it calls or starts as a child task, on these threads.
  ///
  /// - Throws: what it throws.
  package func run<Value, Failure: Error>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(self, operation: work)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      if idleCount >= jobs.count {
        condition.signal()
      } else if threadCount < limit {
        threadCount += 1
        DetachedThread.start(named: Self.threadName) { self.work() }
      }
    }
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// For how many seconds a thread waits for something to do.
  private static let patience = 5.0

  /// Waits for a job; nil when there was none for so long that the thread is to end.
  private func next() -> UnownedJob? {
    let end = Date().timeIntervalSince1970 + Self.patience
    return condition.withLock {
      while jobs.isEmpty {
        idleCount += 1
        let isInTime = condition.wait(until: end)
        idleCount -= 1
        if !isInTime, jobs.isEmpty {
          threadCount -= 1
          return nil
        }
      }
      return jobs.removeFirst()
    }
  }
}
