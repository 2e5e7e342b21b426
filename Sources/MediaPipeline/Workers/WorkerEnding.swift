import Csystem
import Essentials
import PushDelivery
import Subprocess
import Vips

/// How a worker ended, and what that says about its current file.
struct WorkerEnding: Sendable {
  /// A worker's exit status if libraries do not start (`EX_SOFTWARE` of sysexits.h).
  static let cannotStartStatus: Int32 = 70
  /// A worker's exit status if a required sandbox failed (Csandbox; `EX_OSERR`).
  private static let cannotLockInStatus: Int32 = 71

  let status: TerminationStatus
  /// Whether it was ready for files: an earlier end is never the file's fault.
  let wasReady: Bool
  /// Whether it was alive when given up, so that this process ended it.
  let wasEndedHere: Bool

  /// Why the current file has no other reply. Timeouts on files are reported elsewhere.
  var error: MediaError {
    if let fault = machineFault { return .machine(detail: fault) }
    if case .exited(VipsLibrary.outOfMemoryStatus) = status, wasReady { return .outOfMemory }
    return wasReady ? .crashed(detail: words) : .machine(detail: neverReady)
  }

  /// The machine's fault, according to the worker or the system.
  private var machineFault: String? {
    switch status {
    // Systems use 126 and 127 if a program cannot run or its libraries are missing.
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
