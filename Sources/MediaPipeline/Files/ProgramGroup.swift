import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A user's program that runs in its own process group, with all programs that it has started.
public final class ProgramGroup: Sendable {
  private static let running = Mutex<Set<pid_t>>([])
  private let number = Mutex<pid_t?>(nil)

  init() {}

  /// - Parameter leader: the process that began the group.
  func begin(_ leader: pid_t) {
    number.withLock { $0 = leader }
    _ = Self.running.withLock { $0.insert(leader) }
  }

  /// Ends its processes.
  func end() {
    if let leader = number.withLock({ $0 }) { _ = kill(-leader, SIGKILL) }
  }

  /// Forgets a program that ended by itself: processes that it leaves behind go on.
  func forget() {
    guard let leader = number.withLock({ $0 }) else { return }
    _ = Self.running.withLock { $0.remove(leader) }
  }

  /// Ends all running groups. Call it before this process ends: a signal from the terminal does not reach such groups.
  public static func endAll() {
    for leader in running.withLock({ $0 }) { _ = kill(-leader, SIGKILL) }
  }
}

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
