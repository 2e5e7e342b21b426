import Essentials
public import MediaFacts
public import PushDelivery

/// A fixed number of worker processes. A worker starts when there is work for it, does many jobs, and is replaced when it dies; its death
/// only costs its current file.
public struct WorkerPool: Sendable {
  private let board: JobBoard
  private let ground: WorkerGround

  /// Runs `body` with a pool that ends before this returns.
  /// - Parameter folder: an absolute path, existing and private, for the workers' files; nil: a new folder.
  /// - Throws: what `body` throws, nothing else: a worker that cannot start is a job's reply.
  public static func withWorkers<Value: Sendable, Failure: Error>(
    _ count: Int, command: WorkerConfiguration, in folder: String? = nil,
    telling sandbox: SandboxRecord = SandboxRecord(), body: @Sendable (WorkerPool) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    BrokenPipes.makeErrors()
    let board = JobBoard()
    let workers = min(max(1, count), OpenFiles.mostWorkers)
    let ground = WorkerGround(command, workers: workers, in: folder)
    return try await withTaskGroup(of: Void.self) { group -> Result<Value, Failure> in
      for _ in 0..<workers {
        // Talking to a process never blocks, so the caller's executor is not needed.
        group.addTask(executorPreference: globalConcurrentExecutor) {
          await WorkerProcess(command: command, ground: ground, board: board, sandbox: sandbox).serve()
        }
      }
      let result: Result<Value, Failure>
      do throws(Failure) { result = .success(try await body(WorkerPool(board: board, ground: ground))) } catch {
        result = .failure(error)
      }
      await board.close()
      return result
    }.get()
  }

  /// The folder for workers' results, under the names that they are given; it exists as long as the pool.
  public var outputFolder: String { ground.outputFolder }

  /// What the reply to a job says.
  ///
  /// - Parameter take: reads the reply; nil for one to another job.
  private func ask<Value>(
    _ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in }, _ take: (WorkerReply) -> Value?
  ) async throws(MediaError) -> Value {
    try ground.require(job.path, limit: job.limits.maximumBytes)
    let reply = await board.perform(job, progress: progress)
    if case .failed(let error) = reply { throw error }
    guard let value = take(reply) else { throw .untrustworthy(detail: "it answered another question") }
    return value
  }

  /// A file's facts, by absolute path.
  public func inspect(_ path: String, limits: SourceLimits) async throws(MediaError) -> Inspection {
    try await facts(WorkerJob(.inspect, on: path, limits: limits))
  }

  /// A video's facts from its headers, by absolute path.
  public func probe(_ path: String, format: VideoFormat, limits: SourceLimits) async throws(MediaError) -> Inspection {
    try await facts(WorkerJob(.probe(format), on: path, limits: limits))
  }

  private func facts(_ job: WorkerJob) async throws(MediaError) -> Inspection {
    try await ask(job) { if case .inspected(let facts) = $0 { facts } else { nil } }
  }

  /// Decodes all of a file.
  /// - Returns: a decoder's complaint without giving up; nil if it has none.
  public func verify(
    _ path: String, limits: SourceLimits, inspection: Inspection, withSound: Bool
  ) async throws(MediaError) -> String? {
    try await ask(WorkerJob(.verify(inspection, withSound: withSound), on: path, limits: limits)) {
      (reply) -> String?? in
      if case .verified(let damage) = reply { .some(damage) } else { nil }
    }
  }

  /// Writes a rendition to `output`.
  /// - Parameter progress: receives the finished part, 0 to 1, of long work.
  public func render<Specification>(
    _ path: String, limits: SourceLimits, inspection: Inspection, plan: RenderPlan<Specification>, to output: String,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(MediaError) -> Specification.Record {
    let job = WorkerJob(.render(inspection, plan.mediaPlan), on: path, limits: limits, to: output)
    return try await ask(job, progress: progress) {
      if case .rendered(let record) = $0 { record.base as? Specification.Record } else { nil }
    }
  }
}

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
