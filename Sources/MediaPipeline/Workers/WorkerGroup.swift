import Essentials
import Synchronization

/// A worker process and all that it has started, which its sandbox keeps in its process group.
final class WorkerGroup: Sendable {
  /// For how many seconds a worker may run after its last job.
  private static let secondsToEnd = 3

  /// nil: it has been ended.
  private let leader: Mutex<pid_t?>
  /// Ends it with this process, even if the worker ignores the end of its input.
  private let group = ProgramGroup()

  /// - Parameter leader: a child of this process that must not be waited for until `end` has returned: until then its number is not reused
  ///   for another process or group.
  init(leader: pid_t) {
    self.leader = Mutex(leader)
    group.begin(leader)
  }

  /// Ends all of it at once.
  func killAll() {
    leader.withLock { if let leader = $0 { _ = kill(-leader, SIGKILL) } }
  }

  /// Gives the worker some seconds to end by itself, then ends it and its programs. Its input must have ended.
  func end() async {
    _ = await outlives(.seconds(Self.secondsToEnd))
    killAll()
    // A time limit that expires at this moment comes too late.
    leader.withLock { $0 = nil }
    group.forget()
  }

  /// Whether the worker still runs after this time; its end is noticed at once.
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
