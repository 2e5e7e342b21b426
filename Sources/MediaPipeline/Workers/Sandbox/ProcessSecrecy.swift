import Csandbox

/// Keeps what this process knows to itself.
public enum ProcessSecrecy {
  /// Keeps other processes of the same user from reading its memory and its variables, in which credentials may be, and the system from
  /// writing them to a file when it ends badly. For the moment before any are read; on macOS it does nothing.
  public static func begin() { csandbox_hide_process() }
}
