import FlyingSocks
public import PushDelivery

/// Serves a folder over plain HTTP: connections are taken, and each is answered by itself.
public struct AssetServer: Sendable {
  private let folder: ServedFolder
  private let address: ListeningAddress
  private let limits: ConnectionLimits
  private let observe: @Sendable (ServedExchange) -> Void

  /// - Parameters:
  ///   - limits: what one client may take of the server.
  ///   - observe: told of every answer, from several tasks at once.
  public init(
    _ folder: ServedFolder, at address: ListeningAddress, limits: ConnectionLimits = .standard,
    observe: @escaping @Sendable (ServedExchange) -> Void
  ) {
    (self.folder, self.address, self.limits, self.observe) = (folder, address, limits, observe)
  }

  /// Answers requests until the task is cancelled.
  ///
  /// - Parameter started: told the port once connections are taken.
  /// - Throws: `AssetServerError` when it cannot listen there.
  public func run(started: @escaping @Sendable (UInt16) -> Void) async throws(AssetServerError) {
    let listener = try ListeningSocket(address)
    defer { listener.close() }
    do {
      let pool = EventPool.makeForSystem()
      try await pool.prepare()
      started(listener.port)
      try await serve(listener, pool)
    } catch {
      // Being cancelled is how it ends.
      if !Task.isCancelled { throw AssetServerError(address, .serving, error) }
    }
  }

  private func serve(_ listener: ListeningSocket, _ pool: EventPool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await pool.run() }
      group.addTask { try await takeConnections(of: listener, pool) }
      try await group.next()
    }
  }

  private func takeConnections(of listener: ListeningSocket, _ pool: EventPool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var count = 0
      while true {
        // Those that have ended are counted until all places are taken, and then the first of them makes room at once.
        if count >= limits.connectionCount {
          try await group.next()
          count -= 1
        }
        let socket = ClientSocket(try await listener.accept(pool), pool, limits)
        count += 1
        group.addTask { await ClientConnection(socket, folder, hosts: address.hosts, observe: observe).run() }
      }
    }
  }
}

/// One answer, for a log.
public struct ServedExchange: Sendable {
  /// The client's address.
  public let peer: String
  /// `ServedRequest.unreadable` where it was none.
  public let request: ServedRequest
  public let response: ServedResponse
}
