import Essentials
package import SystemPackage

/// Serves a folder over plain HTTP, with one thread for each connection.
package struct AssetServer: Sendable {
  private let folder: ServedFolder
  private let address: ListeningAddress
  private let observe: @Sendable (ServedExchange) -> Void

  /// How much of it one client may use.
  package var limits = ConnectionLimits()

  /// - Parameter observe: gets every response, from several threads at once.
  package init(
    _ folder: ServedFolder, at address: ListeningAddress, observe: @escaping @Sendable (ServedExchange) -> Void
  ) { (self.folder, self.address, self.observe) = (folder, address, observe) }

  /// Answers requests until the task is cancelled.
  /// - Parameter started: called with the port once the server listens.
  package func run(started: @Sendable (UInt16) -> Void) async throws(AssetServerError) {
    let listener: ListeningSocket
    do { listener = try ListeningSocket(address) } catch {
      throw AssetServerError(address: address, reason: error, wasServing: false)
    }
    defer { listener.close() }
    started(listener.port)
    let end = await BlockingThreads.forOthers.run { await takeConnections(of: listener) }
    if case .failure(let error) = end { throw AssetServerError(address: address, reason: error, wasServing: true) }
  }

  /// Child tasks run on their own threads, which may wait.
  private func takeConnections(of listener: ListeningSocket) async -> Result<Void, Errno> {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      var count = 0
      while !Task.isCancelled {
        // The first connection that ends makes room for the next.
        if count >= limits.connectionCount {
          await group.next()
          count -= 1
        }
        do throws(Errno) {
          guard let accepted = try listener.next() else { continue }
          count += 1
          let socket = ClientSocket(accepted, limits)
          let connection = ClientConnection(socket: socket, folder: folder, hosts: address.hosts, observe: observe)
          group.addTask { connection.run() }
        } catch {
          return .failure(error)
        }
      }
      return .success(())
    }
  }
}

/// A response, for a log.
package struct ServedExchange: Sendable {
  /// The client's address.
  package let peer: String
  /// With `-` as its method and target if it could not be read.
  package let request: ServedRequest
  package let response: ServedResponse
}

/// Why a server does not listen.
package struct AssetServerError: Error, Hashable, CustomStringConvertible {
  package let address: ListeningAddress
  package let reason: Errno
  /// Whether it served before.
  package let wasServing: Bool

  package var description: String {
    let act = wasServing ? "can listen no longer" : "cannot listen"
    return "\(act) on \(address.host), port \(address.port): \(reason)"
  }

  /// Whether another address may work: this one is in use, not this machine's, or not permitted.
  package var isOfAddress: Bool {
    !wasServing
      && [.addressInUse, .addressNotAvailable, .permissionDenied, .notPermitted, .addressFamilyNotSupported]
        .contains(reason)
  }
}
