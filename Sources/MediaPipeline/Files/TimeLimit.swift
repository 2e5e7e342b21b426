import Synchronization

/// Acts when the time is up, unless cancelled.
final class TimeLimit: Sendable {
  private let passed = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(seconds: Int, then action: @escaping @Sendable () -> Void) {
    let started = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil, let self else { return }
      self.passed.store(true, ordering: .sequentiallyConsistent)
      action()
    }
    task.withLock { $0 = started }
  }

  var hasPassed: Bool { passed.load(ordering: .sequentiallyConsistent) }

  func cancel() { task.withLock { $0?.cancel() } }
}
