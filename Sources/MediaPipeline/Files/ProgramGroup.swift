import Essentials
import Synchronization

/// A worker or a user's program that runs in its own process group, with all programs that it has started.
public final class ProgramGroup: Sendable {
  private static let running = Mutex<Set<pid_t>>([])
  /// nil: it has not begun, or is over.
  private let leader = Mutex<pid_t?>(nil)

  init() {}

  func begin(_ leader: pid_t) {
    self.leader.withLock { $0 = leader }
    _ = Self.running.withLock { $0.insert(leader) }
  }

  func end() { leader.withLock { if let leader = $0 { _ = kill(-leader, SIGKILL) } } }

  /// Forgets a program that ended by itself: processes that it leaves behind go on.
  func forget() {
    guard let leader = leader.withLock({ $0.take() }) else { return }
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

// The leader is a child of this process that must not be waited for before `finish` has returned: until then its number is not reused for
// another process or group.
extension ProgramGroup {
  /// For how many seconds a worker may run after its last job.
  private static let secondsToEnd = 3

  /// Gives the leader some seconds to end by itself, then ends it and its programs. Its input must have ended.
  func finish() async {
    _ = await outlives(.seconds(Self.secondsToEnd))
    end()
    // A time limit that expires at this moment comes too late.
    forget()
  }

  /// Whether the leader still runs after this time; its end is noticed at once.
  func outlives(_ duration: Duration) async -> Bool {
    guard let leader = leader.withLock({ $0 }) else { return false }
    let deadline = ContinuousClock.now + duration
    while !Self.hasEnded(leader) {
      guard ContinuousClock.now < deadline else { return true }
      // After cancellation it cannot sleep: the wait is short, and only the time counts.
      if (try? await Task.sleep(for: .milliseconds(5))) == nil { await Task.yield() }
    }
    return false
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var state = siginfo_t()
    // Only looks: the code that started it waits for it.
    let result = waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || state.si_signo == SIGCHLD
  }
}
