/// Credentials that are requested when needed, and kept until shortly before they expire.
package actor CredentialCache {
  private let chain: CredentialChain
  private let clock: RetryClock
  private var kept: Kept?
  /// At most one is under way; all callers wait for it.
  private var renewal: Task<Result<StoreCredentials, ObjectStoreError>, Never>?

  private struct Kept {
    let credentials: StoreCredentials
    /// When to request new ones, and when they end, in the clock's own time; nil: never.
    var renewal: Duration?
    var end: Duration?
  }

  package init(_ chain: CredentialChain, clock: RetryClock) { (self.chain, self.clock) = (chain, clock) }

  /// Credentials valid for a while.
  package func current() async throws(ObjectStoreError) -> StoreCredentials {
    while true {
      if let kept, kept.renewal.map({ clock.now() < $0 }) ?? true { return kept.credentials }
      let task = renewal ?? Task { await renewed() }
      renewal = task
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      // Another caller's cancellation ended the request.
      if case .failure(let error) = result, error.reason == .cancelled, !Task.isCancelled { continue }
      return try result.get()
    }
  }

  /// Drops credentials that a server refused.
  package func forget(_ credentials: StoreCredentials) {
    if kept?.credentials == credentials { kept = nil }
  }

  /// Renews credentials two minutes before they end, which is longer than an upload takes to arrive. If that fails, valid ones are kept, and
  /// it is tried again soon.
  private func renewed() async -> Result<StoreCredentials, ObjectStoreError> {
    let begin = clock.now()
    defer { renewal = nil }
    do throws(ObjectStoreError) {
      let lease = try await chain.find()
      let end = lease.life.map { begin + max(.zero, $0) }
      kept = Kept(
        credentials: lease.credentials, renewal: end.map { $0 - min(.seconds(120), ($0 - begin) / 2) }, end: end)
      return .success(lease.credentials)
    } catch {
      guard let former = kept, let end = former.end, clock.now() < end else { return .failure(error) }
      kept?.renewal = min(end, clock.now() + .seconds(10))
      return .success(former.credentials)
    }
  }
}
