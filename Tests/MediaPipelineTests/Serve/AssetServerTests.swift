import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The server under clients that want too much of it.
@Suite(.timeLimit(.minutes(5))) struct AssetServerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
  let folder = TemporaryFolder()
  let limits: ConnectionLimits

  init() throws {
    var limits = ConnectionLimits()
    (limits.headTime, limits.answerTime, limits.connectionCount) = (.seconds(1), .seconds(1), 4)
    self.limits = limits
  }

  /// Does something with a server, away from Swift's threads, which the server needs.
  private func withServer<Value: Sendable>(
    _ limits: ConnectionLimits? = nil, _ body: @escaping @Sendable (UInt16) throws -> Value
  ) async throws -> Value {
    let address = try #require(ListeningAddress(host: "127.0.0.1", port: 0))
    var server = AssetServer(try ServedFolder(folder.path), at: address) { _, _, _ in }
    server.limits = limits ?? self.limits
    let (ports, found) = AsyncStream.makeStream(of: UInt16.self)
    let serving = Task { [server] in try await server.run { found.yield($0) } }
    defer { serving.cancel() }
    let port = try #require(await ports.first { _ in true })
    let value = try await BlockingThreads.forOthers.run { try body(port) }
    // Being cancelled is how it ends, and no fault.
    serving.cancel()
    try await serving.value
    return value
  }

  private func status(_ answer: String) -> String { String(answer.dropFirst("HTTP/1.1 ".count).prefix(3)) }

  private func answer(to text: String) async throws -> String {
    try await withServer { port in
      let connection = try RawConnection(port: port)
      connection.send(text)
      return connection.answer()
    }
  }

  @Test func aHeadWithoutEndIsRefusedAtOnce() async throws {
    let line = "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 200_000)
    // Without the wait of a busy machine for the server's start.
    let (answer, time) = try await withServer { port in
      let (connection, start) = (try RawConnection(port: port), ContinuousClock.now)
      connection.send(line)
      return (connection.answer(), ContinuousClock.now - start)
    }
    #expect(status(answer) == "431" && time < .seconds(10))
  }

  @Test func aHeadThatDoesNotComeToItsEndIsLate() async throws {
    #expect(status(try await answer(to: "GET / HT")) == "408")
  }

  @Test func whoSaysNothingIsToldNothing() async throws {
    #expect(try await answer(to: "").isEmpty)
    let answer = try await answer(to: Self.request)
    #expect(status(answer) == "200")
    #expect(!answer.contains("408"))
  }

  @Test func onlyTheFirstRequestOfAConnectionIsAnswered() async throws {
    let answer = try await answer(to: "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.request)
    #expect(answer.matches(of: /HTTP\/1.1 [0-9]+/).map(\.0) == ["HTTP/1.1 405"])
  }

  @Test func tlsIsRefusedAtOnce() async throws {
    #expect(status(try await answer(to: "\u{16}\u{3}\u{1}\0\u{1}")) == "400")
  }

  @Test func anAnswerHasTimeForItsBytes() {
    let limits = ConnectionLimits()
    #expect(limits.answerTime(byteCount: 0) == .seconds(60))
    #expect(limits.answerTime(byteCount: 8_192 * 10) == .seconds(70))
  }

  @Test func moreConnectionsThanThereAreWaitTheirTurn() async throws {
    let answer = try await withServer { port in
      let idle = try (0..<12).map { _ in try RawConnection(port: port) }
      let connection = try RawConnection(port: port)
      connection.send(Self.request)
      return withExtendedLifetime(idle) { connection.answer() }
    }
    #expect(status(answer) == "200")
  }

  /// What the system has of an answer on its way still comes, which of 64 MB is much less than all.
  @Test(arguments: [true, false]) func whoIsTooSlowForAllOfAnAnswerIsLeft(takesNothing: Bool) async throws {
    let size = 64 << 20
    try folder.write([UInt8](repeating: 0, count: size), to: "large.bin")
    var limits = limits
    if !takesNothing { limits.slowestByteRate = size }
    let count = try await withServer(limits) { port in
      let connection = try RawConnection(port: port)
      connection.send("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
      if takesNothing { usleep(2_500_000) }
      return connection.byteCount(slowSeconds: takesNothing ? 0 : 3)
    }
    #expect(count < size)
  }
}
