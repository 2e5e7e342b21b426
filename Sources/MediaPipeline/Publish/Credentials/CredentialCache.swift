/// Credentials that are asked for when they are needed, and kept until shortly before their end.
package actor CredentialCache<Credentials: Hashable & Sendable> {
  private let chain: CredentialChain<Credentials>
  private let clock: RetryClock
  private var kept: Kept?
  /// At most one is under way; whoever needs credentials waits for it.
  private var renewal: Task<Result<Kept, ObjectStoreError>, Never>?

  /// What was told last by whoever gives credentials, and until when it counts.
  private var failure: (error: ObjectStoreError, end: Duration)?

  private struct Kept: Sendable {
    let credentials: Credentials
    /// When others are to be asked for, in the clock's own time; nil: never.
    var renewal: Duration?
    let end: Duration?

    init(_ lease: Lease<Credentials>, at begin: Duration) {
      let end = lease.life.map { begin + max(.zero, $0) }
      credentials = lease.credentials
      renewal = end.map { $0 - min(margin, ($0 - begin) / 2) }
      self.end = end
    }
  }

  /// How long before their end others are asked for: longer than an upload's request takes to arrive.
  private static var margin: Duration { .seconds(120) }
  /// How long a failure is told again without asking, where nothing is there that is still good: whoever was asked has been asked for as
  /// long as there is patience, and the next who wants credentials would wait as long again for the same.
  private static var memory: Duration { .seconds(120) }
  /// How long it takes until they are asked for again, where that failed and those that are kept are still good.
  private static var pause: Duration { .seconds(10) }

  package init(_ chain: CredentialChain<Credentials>, clock: RetryClock) {
    self.chain = chain
    self.clock = clock
  }

  /// Credentials that are good for a while.
  ///
  /// - Throws: `ObjectStoreError` where there are none, or none any more.
  package func current() async throws(ObjectStoreError) -> Credentials {
    while true {
      if let kept, kept.renewal.map({ clock.now() < $0 }) ?? true { return kept.credentials }
      if let failure, clock.now() < failure.end { throw failure.error }
      let task = renewal ?? begin()
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Whoever else was cancelled took the request along.
      if case .failure(let error) = result, error.reason == .cancelled, !Task.isCancelled { continue }
      return try result.get().credentials
    }
  }

  /// Forgets credentials that a server did not accept.
  package func forget(_ credentials: Credentials) {
    if kept?.credentials == credentials { kept = nil }
  }

  private func begin() -> Task<Result<Kept, ObjectStoreError>, Never> {
    let task = Task {
      let result = await renewed()
      note(result)
      renewal = nil
      return result
    }
    renewal = task
    return task
  }

  /// A failure that has outlasted all attempts is kept for a while.
  private func note(_ result: Result<Kept, ObjectStoreError>) {
    failure = nil
    switch result {
    case .success(let value): kept = value
    case .failure(let error) where error.isTransient && error.attempts > 1:
      failure = (error, clock.now() + Self.memory)
    case .failure: break
    }
  }

  /// What is still good serves on where nothing new is to be had at the moment.
  private func renewed() async -> Result<Kept, ObjectStoreError> {
    let begin = clock.now()
    do throws(ObjectStoreError) {
      return .success(Kept(try await chain.find(), at: begin))
    } catch {
      guard var former = kept, let end = former.end, clock.now() < end else { return .failure(error) }
      former.renewal = min(end, clock.now() + Self.pause)
      return .success(former)
    }
  }
}
