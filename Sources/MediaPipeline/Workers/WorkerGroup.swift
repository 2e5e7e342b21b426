import Essentials
import Synchronization

/// A worker process and all that it has started, which its sandbox keeps in the group that it leads.
final class WorkerGroup: Sendable {
  /// For how many seconds a worker may go on that has nothing left to do.
  private static let secondsToEnd = 3

  /// nil: it has been ended.
  private let leader: Mutex<pid_t?>
  /// By which it ends with this process, whatever the worker makes of the end of its input.
  private let group = ProgramGroup()

  /// - Parameter leader: a child of this process that nobody waits for before `end` has returned: until somebody has, the system gives
  ///   its number to no other process and no other group.
  init(leader: pid_t) {
    self.leader = Mutex(leader)
    group.begin(leader)
  }

  /// Ends whoever is in it, at once.
  func killAll() {
    leader.withLock { if let leader = $0 { _ = kill(-leader, SIGKILL) } }
  }

  /// Lets the worker end by itself for some seconds, and ends it and whatever it leaves behind. Its input has ended before.
  func end() async {
    _ = await outlives(.seconds(Self.secondsToEnd))
    killAll()
    // A time limit that has passed this very moment comes too late.
    leader.withLock { $0 = nil }
    group.forget()
  }

  /// Whether the worker is still there after so long; its end is noticed at once.
  func outlives(_ duration: Duration) async -> Bool {
    guard let leader = leader.withLock({ $0 }) else { return false }
    let deadline = ContinuousClock.now + duration
    while !Self.hasEnded(leader) {
      guard ContinuousClock.now < deadline else { return true }
      // Without sleep where the task was cancelled: as short as it is, what counts is the time.
      if (try? await Task.sleep(for: .milliseconds(5))) == nil { await Task.yield() }
    }
    return false
  }

  private static func hasEnded(_ process: pid_t) -> Bool {
    var state = siginfo_t()
    // Only looked at, since whoever started it waits for it.
    let result = waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || state.si_signo == SIGCHLD
  }
}
