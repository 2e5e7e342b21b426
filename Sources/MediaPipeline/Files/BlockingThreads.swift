import Dispatch
import Libraries
import Synchronization

/// Threads besides Swift's own, for work that waits: for a disk, another process, or a person.
///
/// Swift runs all tasks on as many threads as there are processors. A call that waits there blocks its thread for every other task, and
/// many such calls stop everything. Tasks that prefer these threads run here instead. A task finds an idle thread or gets a new one, up to
/// the limit; a thread ends after some idle time.
package final class BlockingThreads: TaskExecutor {
  /// For work that ends by itself, such as reading or syncing a file.
  package static let forFiles = BlockingThreads(limit: 32)

  /// For work whose end depends on others, such as waiting for a lock. There is no limit: the work that is waited for must find a thread
  /// too.
  package static let forOthers = BlockingThreads(limit: .max)

  /// Their name in debuggers and process lists: Linux keeps fifteen characters.
  package static let threadName = "richpush-waits"

  private let limit: Int
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  private struct State {
    var jobs: [UnownedJob] = []
    var idleCount = 0
    var threadCount = 0
  }

  package init(limit: Int) { self.limit = limit }

  /// Runs work and its child tasks on these threads.
  package func run<Value, Failure: Error>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(self, operation: work)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (starts, wakes) = state.withLock { state in
      state.jobs.append(job)
      let starts = state.idleCount < state.jobs.count && state.threadCount < limit
      if starts { state.threadCount += 1 }
      return (starts, state.idleCount > 0)
    }
    if starts {
      DetachedThread.start(named: Self.threadName) {
        while let job = self.next() { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
      }
    } else if wakes {
      wake.signal()
    }
  }

  /// For how many seconds a thread waits for a job.
  private static let patience = 5.0

  /// Waits for a job; nil after waiting so long that the thread must end.
  private func next() -> UnownedJob? {
    while true {
      let job = state.withLock { state -> UnownedJob? in
        if state.jobs.isEmpty { state.idleCount += 1 }
        return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      }
      if let job { return job }
      // A thread may also wake for a job that another has taken.
      let isInTime = wake.wait(timeout: .now() + Self.patience) == .success
      let isOver = state.withLock { state in
        state.idleCount -= 1
        let isOver = !isInTime && state.jobs.isEmpty
        if isOver { state.threadCount -= 1 }
        return isOver
      }
      if isOver { return nil }
    }
  }
}

extension Array where Element: Sendable {
  /// Transforms every element, at most `limit` of them at once. Results come in the order of the elements.
  /// - Parameter size: a relative estimate of each one's time: the longest begin first, so that none is left while other processors are
  ///   idle (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969).
  package func mapInOrder<Result: Sendable>(
    atMost limit: Int, size: (Element) -> Int = { _ in 0 }, _ transform: @Sendable @escaping (Element) async -> Result
  ) async -> [Result] {
    let sizes = map(size)
    // Of equals, the first begins first.
    let order = indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    return await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      for (begun, index) in order.enumerated() {
        if begun >= limit, let (done, result) = await group.next() { results[done] = result }
        let element = self[index]
        group.addTask { (index, await transform(element)) }
      }
      for await (done, result) in group { results[done] = result }
      return results.compactMap { $0 }
    }
  }

  /// The same without keeping the results: each is handed on in the order of the elements, and an element only begins when there is room
  /// for its result.
  package func forEachInOrder<Result: Sendable, Failure: Error>(
    atMost limit: Int, _ transform: @Sendable @escaping (Element) async -> Result,
    consume: (Result) throws(Failure) -> Void
  ) async throws(Failure) {
    var elements = makeIterator()
    try await transformInOrder(
      atMost: limit, next: { () throws(Failure) in elements.next() }, transform: transform,
      consume: { result throws(Failure) in
        try consume(result)
        return true
      })
  }
}

/// Transforms a sequence of elements, at most `limit` at once, and hands on the results in order. An element is only requested when there
/// is room for its result.
/// - Parameters:
///   - next: gives the next element; nil after the last.
///   - consume: receives a result; false: stop.
package func transformInOrder<Element: Sendable, Result: Sendable, Failure: Error>(
  atMost limit: Int, next: () throws(Failure) -> Element?,
  transform: @Sendable @escaping (Element) async -> Result, consume: (Result) throws(Failure) -> Bool
) async throws(Failure) {
  let outcome = await withTaskGroup(of: (Int, Result).self) {
    group -> Swift.Result<Void, Failure> in
    var waiting: [Int: Result] = [:]
    var (begun, consumed, isAtEnd) = (0, 0, false)
    do throws(Failure) {
      while true {
        while !isAtEnd, begun < consumed + limit {
          guard let element = try next() else {
            isAtEnd = true
            break
          }
          let index = begun
          group.addTask { (index, await transform(element)) }
          begun += 1
        }
        guard consumed < begun else { return .success(()) }
        if let (done, result) = await group.next() { waiting[done] = result }
        while let result = waiting.removeValue(forKey: consumed) {
          guard try consume(result) else {
            group.cancelAll()
            return .success(())
          }
          consumed += 1
        }
      }
    } catch {
      group.cancelAll()
      return .failure(error)
    }
  }
  try outcome.get()
}
