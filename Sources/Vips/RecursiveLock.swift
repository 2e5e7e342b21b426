import Cvips

/// A lock that a thread which has it may take once more, as GLib has it. There is one for the whole process, and it is never freed.
@safe struct RecursiveLock: @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<GRecMutex>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe g_rec_mutex_init(pointer)
  }

  /// Waits until no other thread has it.
  func lock() { unsafe g_rec_mutex_lock(pointer) }

  /// Gives it back, once for each time that it was taken.
  func unlock() { unsafe g_rec_mutex_unlock(pointer) }
}
