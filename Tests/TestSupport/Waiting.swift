/// Waits for something that sends no event, such as a line in another process' log: looks again and again.
///
/// - Parameters:
///   - what: what is waited for, as a sentence's end: "an upload has begun".
///   - limit: the longest time; far more than it takes, since many tests may be at work on a busy machine.
///   - holds: whether it has happened.
/// - Throws: `WaitingError` when it has not happened in time, `CancellationError` when the test is ended, and what `holds` throws.
public func waitUntil(
  _ what: String, within limit: Duration = .seconds(120), isolation: isolated (any Actor)? = #isolation,
  holds: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !holds() {
    guard ContinuousClock.now < end else { throw WaitingError(what: what, limit: limit) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// The awaited event did not happen in time.
public struct WaitingError: Error, Hashable, CustomStringConvertible {
  let what: String
  let limit: Duration

  public var description: String { "waited \(limit) in vain until \(what)" }
}
