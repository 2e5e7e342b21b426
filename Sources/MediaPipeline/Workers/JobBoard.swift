import PushDelivery

/// A job and the waiter for its reply.
struct Assignment: Sendable {
  let job: WorkerJob
  /// Receives the finished part, 0 to 1.
  let progress: @Sendable (Double) -> Void
  fileprivate let waiter: CheckedContinuation<WorkerReply, Never>

  /// Replies. Call it exactly once.
  func answer(_ reply: WorkerReply) { waiter.resume(returning: reply) }
}

/// Gives jobs to free workers: the largest first, and of equals the oldest.
actor JobBoard {
  private var jobs: [Assignment] = []
  private var idle: [CheckedContinuation<Assignment?, Never>] = []
  private var isClosed = false

  /// Waits until some worker has done the job.
  func perform(_ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in }) async -> WorkerReply {
    await withCheckedContinuation { post(Assignment(job: job, progress: progress, waiter: $0)) }
  }

  /// The next job; nil if there will be none.
  func next() async -> Assignment? {
    if let longest = jobs.removeLargest(by: \.job.expectedWork) { return longest }
    if isClosed { return nil }
    return await withCheckedContinuation { idle.append($0) }
  }

  /// Ends the workers after their current jobs.
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
  /// Removes the largest element, and of equals the first; nil if empty.
  package mutating func removeLargest(by size: (Element) -> Int) -> Element? {
    indices.max { size(self[$0]) < size(self[$1]) }.map { remove(at: $0) }
  }
}
