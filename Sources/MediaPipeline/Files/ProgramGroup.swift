import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program of somebody's that runs in a process group of its own, with all programs that it has started.
public final class ProgramGroup: Sendable {
  private static let running = Mutex<Set<pid_t>>([])
  private let number = Mutex<pid_t?>(nil)

  init() {}

  /// - Parameter leader: the process that began the group.
  func begin(_ leader: pid_t) {
    number.withLock { $0 = leader }
    _ = Self.running.withLock { $0.insert(leader) }
  }

  /// Ends whoever is in it.
  func end() {
    if let leader = number.withLock({ $0 }) { _ = kill(-leader, SIGKILL) }
  }

  /// Takes note that the program has ended by itself: what it leaves behind is its own affair.
  func forget() {
    guard let leader = number.withLock({ $0 }) else { return }
    _ = Self.running.withLock { $0.remove(leader) }
  }

  /// Ends all that run. For the moment before this process ends: a signal from the terminal does not reach such groups.
  public static func endAll() {
    for leader in running.withLock({ $0 }) { _ = kill(-leader, SIGKILL) }
  }
}
