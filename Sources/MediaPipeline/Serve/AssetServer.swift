import Essentials
import SystemPackage

/// Serves a folder over plain HTTP, with one thread for each connection.
package struct AssetServer: Sendable {
  private let folder: ServedFolder
  private let address: ListeningAddress
  private let observe: Observer

  /// Gets every response, from several threads at once: the client's address, and the request, with `-` as its method and target if it
  /// could not be read.
  package typealias Observer = @Sendable (String, ServedRequest, ServedResponse) -> Void

  /// How much of it one client may use.
  package var limits = ConnectionLimits()

  package init(_ folder: ServedFolder, at address: ListeningAddress, observe: @escaping Observer) {
    (self.folder, self.address, self.observe) = (folder, address, observe)
  }

  /// Answers requests until the task is cancelled.
  /// - Parameter started: called with the port once the server listens.
  package func run(started: @Sendable (UInt16) -> Void) async throws(FileSystemError) {
    let listener: ListeningSocket
    do { listener = try ListeningSocket(address) } catch {
      throw FileSystemError("listen on", "\(address.host), port \(address.port)", error)
    }
    defer { listener.close() }
    started(listener.port)
    await BlockingThreads.forOthers.run { await takeConnections(of: listener) }
  }

  /// Child tasks run on their own threads, which may wait.
  private func takeConnections(of listener: ListeningSocket) async {
    await withTaskGroup(of: Void.self) { group in
      var count = 0
      while !Task.isCancelled {
        // The first connection that ends makes room for the next.
        if count >= limits.connectionCount {
          await group.next()
          count -= 1
        }
        guard let file = listener.next() else { continue }
        count += 1
        group.addTask {
          ClientConnection(file: file, folder: folder, address: address, limits: limits, observe: observe).run()
        }
      }
      group.cancelAll()
    }
  }
}

/// How much of `richpush serve` one client may use, and for how long. RFC 9112 sets no numbers, but asks a server to have such limits
/// and to say when one is reached (RFC 9112, sections 2.3 and 3; RFC 9110, section 17.5). They are ample for browsers, which send heads
/// of one to four kilobytes and open six connections to a host.
package struct ConnectionLimits: Hashable, Sendable {
  /// The most bytes of a request's head before its end is found. More is answered 431 (RFC 6585, section 5).
  package var headByteCount = 16_384
  /// How long a client may take to send a head. Then an unfinished head is answered 408 (RFC 9110, section 15.5.9); where nothing
  /// came, the connection is closed.
  package var headTime = Duration.seconds(30)
  /// How long a client may stall a response, and how many bytes it must accept per second after that: a byte a minute would hold a place for
  /// ever.
  package var answerTime = Duration.seconds(60)
  package var slowestByteRate = 8_192
  /// The most connections at once; others wait in the system's queue. With a file for each answer these are 512 open files, half
  /// of the 1,024 that a process may have by default on Linux.
  package var connectionCount = 256

  package init() {}

  /// How long a client may take for a response of so many bytes, from its start.
  package func answerTime(byteCount: Int) -> Duration {
    answerTime + .seconds(Double(byteCount) / Double(max(1, slowestByteRate)))
  }
}
