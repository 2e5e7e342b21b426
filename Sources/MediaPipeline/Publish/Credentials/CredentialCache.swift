/// Credentials that are requested when needed, and kept until shortly before they expire.
package actor CredentialCache {
  private let chain: CredentialChain
  private let clock: RetryClock
  private var kept: Kept?
  /// At most one is under way; all callers wait for it.
  private var renewal: Task<Result<Kept, ObjectStoreError>, Never>?

  /// The last failure to get credentials, and until when it counts.
  private var failure: (error: ObjectStoreError, end: Duration)?

  private struct Kept: Sendable {
    let credentials: StoreCredentials
    /// When to request new ones, in the clock's own time; nil: never.
    var renewal: Duration?
    let end: Duration?

    init(_ lease: Lease, at begin: Duration) {
      let end = lease.life.map { begin + max(.zero, $0) }
      credentials = lease.credentials
      renewal = end.map { $0 - min(margin, ($0 - begin) / 2) }
      self.end = end
    }
  }

  /// How long before they expire new ones are requested: longer than an upload takes to arrive.
  private static var margin: Duration { .seconds(120) }
  /// How long a failure after all retries counts, without valid credentials: the next caller would wait as long for the same failure.
  private static var memory: Duration { .seconds(120) }
  /// The pause after a failure while the kept credentials are still valid.
  private static var pause: Duration { .seconds(10) }

  package init(_ chain: CredentialChain, clock: RetryClock) { (self.chain, self.clock) = (chain, clock) }

  /// Credentials valid for a while.
  package func current() async throws(ObjectStoreError) -> StoreCredentials {
    while true {
      if let kept, kept.renewal.map({ clock.now() < $0 }) ?? true { return kept.credentials }
      if let failure, clock.now() < failure.end { throw failure.error }
      let task = renewal ?? begin()
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Another caller's cancellation ended the request.
      if case .failure(let error) = result, error.reason == .cancelled, !Task.isCancelled { continue }
      return try result.get().credentials
    }
  }

  /// Drops credentials that a server refused.
  package func forget(_ credentials: StoreCredentials) {
    if kept?.credentials == credentials { kept = nil }
  }

  private func begin() -> Task<Result<Kept, ObjectStoreError>, Never> {
    let task = Task {
      let result = await renewed()
      (renewal, failure) = (nil, nil)
      switch result {
      case .success(let value): kept = value
      // A failure after all retries is kept for a while.
      case .failure(let error) where error.isTransient && error.attempts > 1:
        failure = (error, clock.now() + Self.memory)
      case .failure: break
      }
      return result
    }
    renewal = task
    return task
  }

  /// Renews credentials; keeps valid ones if that fails.
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
