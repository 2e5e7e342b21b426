import PushDelivery

/// The requests that come over one connection, one after the other.
struct RequestReader {
  private let socket: ClientSocket
  private var buffer: RequestBuffer
  private var isFirst = true

  init(_ socket: ClientSocket) {
    self.socket = socket
    buffer = RequestBuffer(limits: socket.limits)
  }

  /// Waits for the next one; nil when there is none, and nobody to be told anything.
  mutating func next() async -> Result<RequestHead, RequestRefusal>? {
    do {
      return .success(try RequestHead(try await head(), limits: socket.limits))
    } catch let refusal as RequestRefusal {
      return .failure(refusal)
    } catch {
      return nil
    }
  }

  /// - Throws: `RequestRefusal` or `ConnectionEnd`.
  private mutating func head() async throws -> [UInt8] {
    let limits = socket.limits
    if !isFirst, buffer.isEmpty { buffer.append(try await socket.read(until: .now + limits.idleTime)) }
    isFirst = false
    let deadline = ClientSocket.Instant.now + limits.headTime
    while true {
      if let head = try buffer.takeHead() { return head }
      do {
        buffer.append(try await socket.read(until: deadline))
      } catch {
        throw error == .late && !buffer.isEmpty ? RequestRefusal.late(limits) : error
      }
    }
  }
}
