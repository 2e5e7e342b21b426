import Essentials

/// A lock, and waiting for changes of its state (pthread_cond_wait of POSIX).
final class ConditionVariable: @unchecked Sendable {
  // The system keeps both addresses, so they must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while holding the lock.
  func withLock<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Wakes one waiting thread. Call it with the lock.
  func signal() { pthread_cond_signal(condition) }

  /// Releases the lock, waits, and takes the lock again. Call it with the lock. It may return early without a reason.
  ///
  /// - Parameter seconds: when to stop waiting, since 1970.
  /// - Returns: false if that time has come.
  func wait(until seconds: Double) -> Bool {
    var end = timespec()
    end.tv_sec = time_t(seconds)
    end.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
    return pthread_cond_timedwait(condition, mutex, &end) == 0
  }
}
