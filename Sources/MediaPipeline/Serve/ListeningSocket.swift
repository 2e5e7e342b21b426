import Essentials
import FlyingSocks

/// A socket that takes connections.
struct ListeningSocket: Sendable {
  private let socket: Socket
  /// The one that it got.
  let port: UInt16

  /// - Throws: `AssetServerError`, at once, when it cannot listen there.
  init(_ address: ListeningAddress) throws(AssetServerError) {
    BrokenPipes.makeErrors()
    do {
      socket = try Self.bound(to: address)
      port = try socket.sockname().port ?? address.port
    } catch {
      throw AssetServerError(address, starting: error)
    }
  }

  func close() { try? socket.close() }

  /// Waits for the next connection. Where the system has no descriptor or no memory for it, the connection waits in the system's queue
  /// until others have ended.
  ///
  /// - Throws: what the system says when there is nothing to listen on any more; `CancellationError`.
  func accept(_ pool: EventPool) async throws -> Socket {
    while true {
      do {
        return try taken()
      } catch SocketError.blocked {
        try await pool.suspendSocket(socket, untilReadyFor: .connection)
      } catch  where !Self.lasting.contains(error.socketCode) {
        try await Task.sleep(for: Self.pause)
      }
    }
  }

  /// How long it waits for descriptors: connections end within seconds.
  private static let pause = Duration.milliseconds(200)

  /// What is not over with the connection that it was about (accept(2)).
  private static let lasting = [EBADF, EINVAL, ENOTSOCK, EFAULT]

  private func taken() throws -> Socket {
    let taken = Socket(file: try socket.accept().file)
    do {
      try taken.setFlags(.nonBlocking)
      return taken
    } catch {
      try? taken.close()
      throw error
    }
  }

  private static func bound(to address: ListeningAddress) throws -> Socket {
    let socket = try Socket(domain: address.isIPv6 ? AF_INET6 : AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try bind(socket, to: address)
      try socket.setFlags(.nonBlocking)
    } catch {
      try? socket.close()
      throw error
    }
    // It closes the socket itself when it fails.
    try socket.listen()
    return socket
  }

  private static func bind(_ socket: Socket, to address: ListeningAddress) throws {
    if address.isIPv6 {
      try socket.bind(to: sockaddr_in6.inet6(ip6: address.host, port: address.port))
    } else {
      try socket.bind(to: sockaddr_in.inet(ip4: address.host, port: address.port))
    }
  }
}

extension Socket.Address {
  fileprivate var port: UInt16? {
    switch self {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }
}

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
