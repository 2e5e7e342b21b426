import Libraries
import TestSupport
import Testing

/// The limit of bytes that all uploads send together.
@Suite(.timeLimit(.minutes(10))) struct SendLimitTests {
  private let start = ContinuousClock.now

  @Test func whoSendsWaitsAsLongAsItTakesAtThisSpeed() {
    let limit = SendLimit(bytesPerSecond: 1000)
    #expect(limit.note(500, at: start + .seconds(10)) == start + .seconds(10.5))
    // Another that sends meanwhile waits behind.
    #expect(limit.note(250, at: start + .seconds(10.25)) == start + .seconds(10.75))
    // Unused allowance does not accumulate.
    #expect(limit.note(1000, at: start + .seconds(60)) == start + .seconds(61))
  }

  /// A single one may have all of it: it waits for what it sends itself.
  @Test func aloneItHasAll() {
    let limit = SendLimit(bytesPerSecond: 100_000)
    var now = start + .seconds(1)
    for _ in 0..<10 { now = limit.note(10_000, at: now) }
    #expect(now == start + .seconds(2))
  }

  @Test func severalKeepItTogether() async throws {
    let server = try await StoreServer(.s3)
    try server.set(ServerFault(.echo, "PUT", status: 400, isLasting: true))
    let client = HTTPClient(HTTPSessionSettings(sendLimit: SendLimit(bytesPerSecond: 100_000)), transfers: 4)
    var request = HTTPRequest(
      .put, server.url + "/a", fields: [HTTPField("Content-Type", "image/jpeg")], bodyLimit: 100_000,
      timeLimit: .seconds(120))
    request.body = [UInt8](repeating: 65, count: 40_000)
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Int.self) { [request] group in
      for _ in 0..<4 { group.addTask { try await client.load(request).status } }
      for try await status in group { #expect(status == 400) }
    }
    // 160,000 bytes; the last that was sent is not waited for everywhere.
    #expect(start.duration(to: .now) > .seconds(1.2))
  }
}
