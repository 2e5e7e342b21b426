import Essentials
import SystemPackage

/// The connection to a client, of which one request is answered. Reading and sending have time limits.
struct ClientConnection: Sendable {
  fileprivate typealias Instant = ContinuousClock.Instant

  let file: FileDescriptor
  let folder: ServedFolder
  let address: ListeningAddress
  let limits: ConnectionLimits
  let observe: AssetServer.Observer

  /// Why a client sends or accepts nothing more.
  private enum End: Error {
    /// The client closed the connection, or the server ends.
    case closed
    /// Nothing happened for too long.
    case late
  }

  func run() {
    defer { try? file.close() }
    // After an error neither side can reach the other.
    do {
      do {
        let request = try ServedRequest(head: head())
        let isForeign = address.isLoopback && !request.isForLoopback
        try answer(request, isForeign ? ServedResponse(to: request, refusal: .otherHost) : folder.response(to: request))
      } catch let refusal as RequestRefusal {
        try answer(.unreadable, ServedResponse(to: .unreadable, refusal: refusal))
      }
      finish()
    } catch {}
  }

  private func head() throws -> [UInt8] {
    let deadline = Instant.now + limits.headTime
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    while true {
      if let range = bytes.firstRange(of: end) { return Array(bytes[..<range.upperBound]) }
      guard bytes.count < limits.headByteCount else { throw RequestRefusal.tooLong }
      // As in TLS, which is not spoken here.
      guard !bytes.contains(0) else { throw RequestRefusal.malformed }
      do { bytes += try read(until: deadline) } catch {
        throw error == .late && !bytes.isEmpty ? RequestRefusal.late : error
      }
    }
  }

  private func answer(_ request: ServedRequest, _ response: ServedResponse) throws(End) {
    let peer = SocketName { getpeername(file.rawValue, $0, $1) }?.host ?? "unknown"
    observe(peer, request, response)
    let deadline = Instant.now + limits.answerTime(byteCount: response.byteCount)
    let head = response.head(at: Int64(Date().timeIntervalSince1970))
    switch response.body {
    case .nothing: try write(head, until: deadline)
    case .text(let text): try write(head + text.utf8, until: deadline)
    case .part(let part, let path):
      guard let source = try? FileReading.open(path) else { throw .closed }
      defer { try? source.close() }
      try write(head, until: deadline)
      try send(part, of: source, until: deadline)
    }
  }

  /// As much of a file as is in memory at once.
  private static let pieceSize = 1 << 16

  private func send(_ part: Range<Int>, of source: FileDescriptor, until deadline: Instant) throws(End) {
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.pieceSize) {
      let range = start..<min(part.upperBound, start + Self.pieceSize)
      // The file may have been truncated.
      guard let bytes = try? FileReading.bytes(of: source, range), bytes.count == range.count else { throw .closed }
      try write(bytes, until: deadline)
    }
  }

  /// Arrived bytes, at least one.
  private func read(until deadline: Instant) throws(End) -> [UInt8] {
    try wait(for: POLLIN, until: deadline)
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = recv(file.rawValue, &bytes, bytes.count, 0)
    guard count > 0 else { throw .closed }
    return Array(bytes[..<count])
  }

  /// Sends all bytes, while the client keeps accepting some and takes all by the deadline.
  private func write(_ bytes: [UInt8], until deadline: Instant) throws(End) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Instant.now < deadline else { throw .late }
      try wait(for: POLLOUT, until: min(deadline, .now + limits.answerTime))
      let sent = rest.withUnsafeBytes { Essentials.send(file.rawValue, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if sent < 0, ![EAGAIN, EINTR].contains(errno) { throw .closed }
      rest = rest.dropFirst(max(0, sent))
    }
  }

  /// Ends the sending side, then reads for a short time what the client still sends: if bytes were unread at the close, the client could
  /// lose an answer that it has not read yet (RFC 9112, section 9.6).
  private func finish() {
    shutdown(file.rawValue, CInt(SHUT_WR))
    let deadline = Instant.now + .seconds(2)
    var count = 0
    while count < 1 << 20, Instant.now < deadline, let piece = try? read(until: deadline) { count += piece.count }
  }

  /// Looks in short steps if the server ends.
  private func wait(for events: CInt, until deadline: Instant) throws(End) {
    while !file.isReady(for: events) {
      guard !Task.isCancelled else { throw .closed }
      guard Instant.now < deadline else { throw .late }
    }
  }
}

extension FileDescriptor {
  /// Whether events of poll(2) are there, or the file has failed. Waits up to a tenth of a second.
  func isReady(for events: CInt) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(events), revents: 0)
    return poll(&request, 1, 100) > 0
  }
}
