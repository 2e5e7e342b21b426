import PushDelivery

/// A job, and where its answer is waited for.
struct Assignment: Sendable {
  let job: WorkerJob
  /// Told how much of it is done, 0 to 1.
  let progress: @Sendable (Double) -> Void
  fileprivate let waiter: CheckedContinuation<WorkerReply, Never>

  /// Answers. To be called exactly once.
  func answer(_ reply: WorkerReply) { waiter.resume(returning: reply) }
}

/// Hands jobs to whichever worker is free: the one of the most work first, and among equals the one that came first.
actor JobBoard {
  private var jobs: [Assignment] = []
  private var idle: [CheckedContinuation<Assignment?, Never>] = []
  private var isClosed = false

  /// Waits until some worker has done the job.
  func perform(_ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in }) async -> WorkerReply {
    await withCheckedContinuation { post(Assignment(job: job, progress: progress, waiter: $0)) }
  }

  /// The next job; nil when there will be none.
  func next() async -> Assignment? {
    if let longest = jobs.removeLargest(by: \.job.expectedWork) { return longest }
    if isClosed { return nil }
    return await withCheckedContinuation { idle.append($0) }
  }

  /// Lets the workers go once the jobs in hand are done.
  func close() {
    isClosed = true
    for worker in idle { worker.resume(returning: nil) }
    idle = []
  }

  private func post(_ assignment: Assignment) {
    if let worker = idle.popLast() {
      worker.resume(returning: assignment)
    } else {
      jobs.append(assignment)
    }
  }
}

extension Array {
  /// Takes the largest element out, and among equals the first; nil when there are none.
  package mutating func removeLargest(by size: (Element) -> Int) -> Element? {
    indices.max { size(self[$0]) < size(self[$1]) }.map { remove(at: $0) }
  }
}
