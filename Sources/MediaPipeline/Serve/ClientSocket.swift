import Essentials
import FlyingSocks
import PushDelivery

/// Why nothing more can be read from a client, or sent to it.
enum ConnectionEnd: Error {
  /// By the client, or because the server ends.
  case closed
  /// Nothing happened for too long.
  case late
}

/// The connection of a client: reading and sending with limits of time.
struct ClientSocket: Sendable {
  typealias Instant = ContinuousClock.Instant

  let limits: ConnectionLimits
  /// The client's address.
  let peer: String
  private let socket: Socket
  private let pool: EventPool

  init(_ socket: Socket, _ pool: EventPool, _ limits: ConnectionLimits) {
    (self.socket, self.pool, self.limits) = (socket, pool, limits)
    peer = (try? socket.remotePeer())?.host ?? "unknown"
  }

  /// What has come, at least one byte.
  func read(until deadline: Instant) async throws(ConnectionEnd) -> [UInt8] {
    while true {
      do {
        return try socket.read(atMost: 1 << 12)
      } catch SocketError.blocked {
        try await wait(for: .read, until: deadline)
      } catch {
        throw .closed
      }
    }
  }

  /// Sends all of it, as long as the client takes some, and takes it by the deadline.
  func write(_ bytes: [UInt8], until deadline: Instant) async throws(ConnectionEnd) {
    let data = Data(bytes)
    var sent = data.startIndex
    while sent < data.endIndex {
      guard Instant.now < deadline else { throw .late }
      do {
        sent = try socket.write(data, from: sent)
      } catch SocketError.blocked {
        try await wait(for: .write, until: min(deadline, .now + limits.idleTime))
      } catch {
        throw .closed
      }
    }
  }

  /// Tells the client that nothing more comes, and reads what it still sends, for some time: closing with bytes unread takes the
  /// answer from a client that has not read it yet (RFC 9112, section 9.6).
  func finish() async {
    shutdown(socket.file.rawValue, CInt(SHUT_WR))
    let deadline = Instant.now + .seconds(2)
    var count = 0
    while count < 1 << 20, Instant.now < deadline, let piece = try? await read(until: deadline) { count += piece.count }
  }

  func close() async {
    await pool.settle()
    try? socket.close()
  }

  private func wait(for events: Socket.Events, until deadline: Instant) async throws(ConnectionEnd) {
    let end = await withTaskGroup(of: ConnectionEnd?.self) { group in
      defer { group.cancelAll() }
      group.addTask { await ready(for: events) }
      group.addTask { await Self.late(at: deadline) }
      return await group.next() ?? .closed
    }
    if let end { throw end }
  }

  /// Nil when it is ready.
  private func ready(for events: Socket.Events) async -> ConnectionEnd? {
    do {
      try await pool.suspendSocket(socket, untilReadyFor: events)
      return nil
    } catch {
      return .closed
    }
  }

  private static func late(at deadline: Instant) async -> ConnectionEnd {
    do {
      try await Task.sleep(until: deadline, clock: .continuous)
      return .late
    } catch {
      return .closed
    }
  }
}

extension Socket.Address {
  fileprivate var host: String {
    switch self {
    case .ip4(let host, _), .ip6(let host, _), .unix(let host): host
    }
  }
}
