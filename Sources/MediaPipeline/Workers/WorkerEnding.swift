import Csystem
import Essentials
import PushDelivery
import Subprocess
import Vips

/// How a worker has ended, and what that says of the file that it had in hand.
struct WorkerEnding: Sendable {
  /// How a worker ends that could not start its libraries (`EX_SOFTWARE` of sysexits.h).
  static let cannotStartStatus: Int32 = 70
  /// How a worker ends that could not lock itself in and has to (Csandbox; `EX_OSERR`).
  private static let cannotLockInStatus: Int32 = 71

  let status: TerminationStatus
  /// Whether it came so far that it could look at a file: whatever ends it before is never the file's fault.
  let wasReady: Bool
  /// Whether it was alive when it was given up, so that nobody else ended it.
  let wasEndedHere: Bool

  /// Why the file in hand has no other answer. What took too long once a file was looked at is told elsewhere.
  var error: MediaError {
    if let fault = machineFault { return .machine(detail: fault) }
    if case .exited(VipsLibrary.outOfMemoryStatus) = status, wasReady { return .outOfMemory }
    return wasReady ? .crashed(detail: words) : .machine(detail: neverReady)
  }

  /// What the machine lacks by the worker's own word, or by the system's.
  private var machineFault: String? {
    switch status {
    // 126 and 127 are what a system says that cannot run the program or find its libraries.
    case .exited(Self.cannotStartStatus), .exited(126), .exited(127):
      "a worker process cannot start; are libvips and its libraries installed?"
    case .exited(Self.cannotLockInStatus):
      "a worker cannot lock itself in, and worker.sandbox is `require`; allow Landlock and seccomp here, or write `auto`"
    case .exited(CSYSTEM_NO_PROCESSES_STATUS):
      "the system gives no more processes or threads; use fewer `jobs`, or raise `ulimit -u` or the container's limit"
    case .signaled(SIGKILL) where !wasEndedHere:
      "the system ended a worker, as it does when memory is short; use fewer `jobs`, or give it more memory"
    default: nil
    }
  }

  private var neverReady: String {
    let end = wasEndedHere ? "did not get ready to look at a file" : "ended before it had looked at any file (\(words))"
    return
      "a worker \(end), as where the system gives too few processes, too little memory or a wrong clock; use fewer `jobs`, or "
      + "raise `ulimit -u`, `ulimit -v` or the container's limits"
  }

  private var words: String {
    switch status {
    case .exited(let code): "exit status \(code)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
