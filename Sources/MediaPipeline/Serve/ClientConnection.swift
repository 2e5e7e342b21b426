import Essentials
import PushDelivery

/// Answers what one client asks over a connection, one request after the other.
struct ClientConnection: Sendable {
  private let socket: ClientSocket
  private let folder: ServedFolder
  private let hosts: ServedHosts
  private let observe: @Sendable (ServedExchange) -> Void

  init(
    _ socket: ClientSocket, _ folder: ServedFolder, hosts: ServedHosts,
    observe: @escaping @Sendable (ServedExchange) -> Void
  ) {
    (self.socket, self.folder, self.hosts, self.observe) = (socket, folder, hosts, observe)
  }

  /// Until the client has no more to ask, or may not ask more.
  func run() async {
    // Neither side has anything to tell the other when it ends by an error.
    try? await answerAll()
    await socket.close()
  }

  private func answerAll() async throws(ConnectionEnd) {
    var reader = RequestReader(socket)
    while let next = await reader.next() {
      guard try await answer(next) else { return await socket.finish() }
    }
  }

  /// - Returns: whether another request may follow.
  private func answer(_ next: Result<RequestHead, RequestRefusal>) async throws(ConnectionEnd) -> Bool {
    switch next {
    case .failure(let refusal):
      try await send(ServedAnswer(to: .unreadable, refusal: refusal), to: nil, keepsConnection: false)
      return false
    case .success(let head):
      let refusal = head.refusal(hosts: hosts)
      let keepsConnection = head.keepsConnection && !head.hasBody && refusal == nil
      let answer = await answer(head.request, refusal)
      defer { answer.close() }
      try await send(answer, to: head, keepsConnection: keepsConnection)
      return keepsConnection
    }
  }

  private func answer(_ request: ServedRequest, _ refusal: RequestRefusal?) async -> ServedAnswer {
    if let refusal { return ServedAnswer(to: request, refusal: refusal) }
    return await BlockingThreads.forFiles.run { ServedAnswer(to: request, from: folder) }
  }

  private func send(_ answer: ServedAnswer, to head: RequestHead?, keepsConnection: Bool) async throws(ConnectionEnd) {
    let response = answer.response
    observe(ServedExchange(peer: socket.peer, request: head?.request ?? .unreadable, response: response))
    let now = Int64(Date().timeIntervalSince1970)
    let start = response.head(at: now, to: head, keepsConnection: keepsConnection)
    switch response.body {
    case .nothing: try await socket.write(start, until: deadline(0))
    case .text(let text):
      let bytes = Array(text.utf8)
      try await socket.write(start + bytes, until: deadline(bytes.count))
    case .part(let part):
      let deadline = deadline(part.count)
      try await socket.write(start, until: deadline)
      try await send(part, of: answer, until: deadline)
    }
  }

  /// By when the client has to have taken an answer that begins now.
  private func deadline(_ byteCount: Int) -> ClientSocket.Instant {
    .now + socket.limits.answerTime(byteCount: byteCount)
  }

  private func send(
    _ part: Range<Int>, of answer: ServedAnswer, until deadline: ClientSocket.Instant
  ) async throws(ConnectionEnd) {
    var rest = part
    while !rest.isEmpty {
      let next = rest
      guard let piece = await BlockingThreads.forFiles.run({ answer.piece(of: next) }) else { throw .closed }
      try await socket.write(piece, until: deadline)
      rest = (rest.lowerBound + piece.count)..<rest.upperBound
    }
  }
}
