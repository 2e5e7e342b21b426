import Essentials
import SystemPackage

/// Answers one client's requests, one after another.
struct ClientConnection: Sendable {
  let socket: ClientSocket
  let folder: ServedFolder
  let hosts: ServedHosts
  let observe: @Sendable (ServedExchange) -> Void

  private var limits: ConnectionLimits { socket.limits }

  /// Returns when the client has no more requests, or may not send more.
  func run() {
    defer { socket.close() }
    var buffer = RequestBuffer(limits: limits)
    // After an error neither side can reach the other.
    do {
      while try answerNext(&buffer) {
        if buffer.isEmpty { buffer.append(try socket.read(until: .now + limits.idleTime)) }
      }
      socket.finish()
    } catch {}
  }

  /// - Returns: whether another request may follow.
  /// - Throws: `ConnectionEnd`.
  private func answerNext(_ buffer: inout RequestBuffer) throws -> Bool {
    do {
      let request = try ServedRequest(head: head(&buffer), limits: limits)
      return try answer(request, request.refusal(hosts: hosts))
    } catch let refusal as RequestRefusal {
      return try answer(.unreadable, refusal)
    }
  }

  /// - Throws: `RequestRefusal` or `ConnectionEnd`.
  private func head(_ buffer: inout RequestBuffer) throws -> [UInt8] {
    let deadline = ContinuousClock.now + limits.headTime
    while true {
      if let head = try buffer.takeHead() { return head }
      do {
        buffer.append(try socket.read(until: deadline))
      } catch {
        throw error == .late && !buffer.isEmpty ? RequestRefusal.late(limits) : error
      }
    }
  }

  private func answer(_ request: ServedRequest, _ refusal: RequestRefusal?) throws(ConnectionEnd) -> Bool {
    let keepsConnection = refusal == nil && request.keepsConnection && !request.hasBody
    let (response, file) =
      refusal.map { (ServedResponse(to: request, refusal: $0), nil) } ?? folder.answer(to: request)
    defer { try? file?.close() }
    observe(ServedExchange(peer: socket.peer, request: request, response: response))
    let deadline = ContinuousClock.now + limits.answerTime(byteCount: response.byteCount)
    let now = Int64(Date().timeIntervalSince1970)
    var start = response.head(at: now, to: request, keepsConnection: keepsConnection)
    if case .text(let text) = response.body { start += text.utf8 }
    try socket.write(start, until: deadline)
    if case .part(let part) = response.body { try send(part, of: file, until: deadline) }
    return keepsConnection
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
