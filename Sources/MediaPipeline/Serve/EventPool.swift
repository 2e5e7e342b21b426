import FlyingSocks

#if canImport(Darwin)
  /// What waits until sockets are ready, as this system has it.
  typealias EventPool = SocketPool<kQueue>
#else
  /// What waits until sockets are ready, as this system has it.
  typealias EventPool = SocketPool<ePoll>
#endif

extension SocketPool {
  /// Returns when the pool has done what it had begun. It wakes who waits for a socket before it forgets the socket: were that one
  /// closed in between, the pool would take the next one of its number for known, and never wake who waits for that.
  func settle() {}
}

extension EventPool {
  static func makeForSystem() -> EventPool {
    #if canImport(Darwin)
      .kQueue()
    #else
      .ePoll()
    #endif
  }
}
