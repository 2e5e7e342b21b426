import Essentials
import SystemPackage

/// Answers one request of a client.
struct ClientConnection: Sendable {
  let socket: ClientSocket
  let folder: ServedFolder
  let hosts: ServedHosts
  let observe: @Sendable (ServedExchange) -> Void

  private var limits: ConnectionLimits { socket.limits }

  func run() {
    defer { socket.close() }
    // After an error neither side can reach the other.
    do {
      do {
        let request = try ServedRequest(head: head())
        try answer(request, hosts.include(request) ? nil : .otherHost)
      } catch let refusal as RequestRefusal {
        try answer(.unreadable, refusal)
      }
      socket.finish()
    } catch {}
  }

  private func head() throws -> [UInt8] {
    let deadline = ContinuousClock.now + limits.headTime
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    while true {
      if let range = bytes.firstRange(of: end) { return Array(bytes[..<range.upperBound]) }
      guard bytes.count < limits.headByteCount else { throw RequestRefusal.tooLong(limits) }
      guard !bytes.contains(0) else {
        throw RequestRefusal.malformed("there is a NUL in it, as in TLS, which is not spoken here")
      }
      do {
        bytes += try socket.read(until: deadline)
      } catch {
        throw error == .late && !bytes.isEmpty ? RequestRefusal.late(limits) : error
      }
    }
  }

  private func answer(_ request: ServedRequest, _ refusal: RequestRefusal?) throws(ConnectionEnd) {
    let (response, file) = refusal.map { (ServedResponse(to: request, refusal: $0), nil) } ?? folder.answer(to: request)
    defer { try? file?.close() }
    observe(ServedExchange(peer: socket.peer, request: request, response: response))
    let deadline = ContinuousClock.now + limits.answerTime(byteCount: response.byteCount)
    var start = response.head(at: Int64(Date().timeIntervalSince1970))
    if case .text(let text) = response.body { start += text.utf8 }
    try socket.write(start, until: deadline)
    if case .part(let part) = response.body { try send(part, of: file, until: deadline) }
  }

  /// As much of a file as is in memory at once.
  private static let pieceSize = 1 << 16

  private func send(
    _ part: Range<Int>, of file: FileDescriptor?, until deadline: ContinuousClock.Instant
  ) throws(ConnectionEnd) {
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.pieceSize) {
      let range = start..<min(part.upperBound, start + Self.pieceSize)
      // The file may have been truncated.
      guard let bytes = file.flatMap({ try? FileReading.bytes(of: $0, range) }), bytes.count == range.count else {
        throw .closed
      }
      try socket.write(bytes, until: deadline)
    }
  }
}

/// Why a client sends or accepts nothing more.
enum ConnectionEnd: Error {
  /// The client closed the connection, or the server ends.
  case closed
  /// Nothing happened for too long.
  case late
}

/// The connection to a client. Reading and sending have time limits.
struct ClientSocket: Sendable {
  typealias Instant = ContinuousClock.Instant

  let limits: ConnectionLimits
  /// The client's address.
  let peer: String
  private let file: FileDescriptor

  init(_ file: FileDescriptor, _ limits: ConnectionLimits) {
    (self.file, self.limits) = (file, limits)
    peer = SocketName { getpeername(file.rawValue, $0, $1) }?.host ?? "unknown"
  }

  /// Arrived bytes, at least one.
  func read(until deadline: Instant) throws(ConnectionEnd) -> [UInt8] {
    try wait(to: .read, until: deadline)
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = recv(file.rawValue, &bytes, bytes.count, 0)
    guard count > 0 else { throw .closed }
    return Array(bytes[..<count])
  }

  /// Sends all bytes, while the client keeps accepting some and takes all by the deadline.
  func write(_ bytes: [UInt8], until deadline: Instant) throws(ConnectionEnd) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Instant.now < deadline else { throw .late }
      try wait(to: .write, until: min(deadline, .now + limits.idleTime))
      let sent = rest.withUnsafeBytes { send(file.rawValue, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if sent < 0, ![EAGAIN, EINTR].contains(errno) { throw .closed }
      rest = rest.dropFirst(max(0, sent))
    }
  }

  /// Ends the sending side, then reads for a short time what the client still sends: if bytes were unread at the close, the client could
  /// lose an answer that it has not read yet (RFC 9112, section 9.6).
  func finish() {
    shutdown(file.rawValue, CInt(SHUT_WR))
    let deadline = Instant.now + .seconds(2)
    var count = 0
    while count < 1 << 20, Instant.now < deadline, let piece = try? read(until: deadline) { count += piece.count }
  }

  func close() { try? file.close() }

  /// Looks in short steps if the server ends.
  private func wait(to act: FileDescriptor.Act, until deadline: Instant) throws(ConnectionEnd) {
    while !file.isReady(to: act) {
      guard !Task.isCancelled else { throw .closed }
      guard Instant.now < deadline else { throw .late }
    }
  }
}

extension FileDescriptor {
  /// Events to wait for.
  enum Act { case read, write }

  /// Whether it is possible, or fails, without blocking. Waits up to a tenth of a second.
  func isReady(to act: Act) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(act == .read ? POLLIN : POLLOUT), revents: 0)
    return poll(&request, 1, 100) > 0
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
  /// How long a client may stall a response.
  package var idleTime = Duration.seconds(60)
  /// How many bytes of a response a client must accept per second after `idleTime`: a byte a minute would hold a place for ever.
  package var slowestByteRate = 8_192
  /// The most connections at once; others wait in the system's queue. With a file for each answer these are 512 open files, half
  /// of the 1,024 that a process may have by default on Linux.
  package var connectionCount = 256

  package init() {}

  /// How long a client may take for a response of so many bytes, from its start.
  package func answerTime(byteCount: Int) -> Duration {
    idleTime + .seconds(Double(byteCount) / Double(max(1, slowestByteRate)))
  }
}
