import Csandbox
import Csystem
import Foundation

/// What a program settles with the system before anything else.
public enum ProcessPreparation {
  /// Keeps other processes of the same user from reading this one's memory and its variables, in which credentials may be, and the
  /// system from writing them to a file when it ends badly; on macOS it does nothing. Lets it open as many files as it may. A defect
  /// ends it at once: Swift's own handler starts a program to tell where, and waits for ever where none can be started.
  public static func begin() {
    csandbox_hide_process()
    _ = csystem_raise_open_files(65_536)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGQUIT] { signal(number, SIG_DFL) }
  }
}
