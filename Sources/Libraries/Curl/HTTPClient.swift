/// Loads over HTTP, several requests at once. Each has its own connection, which is kept for the next.
public actor HTTPClient {
  /// How many transfers may run at once; others wait.
  public nonisolated let transfers: Int

  private let settings: HTTPSessionSettings
  private var sessionCount = 0
  /// The last used is taken first, to keep few connections open.
  private var idle: [HTTPSession] = []
  private var waiting: [Waiting] = []
  private var nextNumber = 0

  private struct Waiting {
    let number: Int
    let continuation: CheckedContinuation<HTTPSession?, Never>
  }

  /// - Parameter transfers: at least 1.
  public init(_ settings: HTTPSessionSettings = .init(), transfers: Int = 8) {
    self.settings = settings
    self.transfers = max(1, transfers)
  }

  /// Makes a request and keeps the answer's body in memory, up to the request's limit.
  /// - Throws: `HTTPError`. An answer with any status is a success.
  public func load(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let session = try await take()
    defer { giveBack(session) }
    return try await session.load(request)
  }

  private func take() async throws(HTTPError) -> HTTPSession {
    guard !Task.isCancelled else { throw .cancelled }
    if let session = idle.popLast() { return session }
    if sessionCount < transfers {
      let session = try HTTPSession(settings)
      sessionCount += 1
      return session
    }
    guard let session = await turn() else { throw .cancelled }
    return session
  }

  /// Waits until a session is free; nil when the task is cancelled before.
  private func turn() async -> HTTPSession? {
    nextNumber += 1
    let number = nextNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
        waiting.append(Waiting(number: number, continuation: continuation))
      }
    } onCancel: {
      Task { await leave(number) }
    }
  }

  private func leave(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).continuation.resume(returning: nil)
  }

  private func giveBack(_ session: HTTPSession) {
    guard !waiting.isEmpty else { return idle.append(session) }
    waiting.removeFirst().continuation.resume(returning: session)
  }
}
