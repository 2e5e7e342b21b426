import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestHeadTests {
  private func head(_ lines: String...) throws(RequestRefusal) -> ServedRequest {
    try ServedRequest(head: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }

  private func status(_ lines: [String]) -> Int? {
    do throws(RequestRefusal) {
      _ = try ServedRequest(head: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      return nil
    } catch {
      return error.status
    }
  }

  @Test func readsWhatIsAsked() throws {
    let head = try head("GET /a%20b.jpg?v=1 HTTP/1.1", "Host: localhost:8080", "Range:\t bytes=0-1 ", "X:")
    #expect(
      head
        == ServedRequest(
          method: "GET", target: "/a%20b.jpg?v=1",
          fields: ["Host": "localhost:8080", "Range": "bytes=0-1", "X": ""]))
    #expect(head.keepsConnection)
    #expect(!head.hasBody)
  }

  @Test(arguments: [
    ("1.1", nil, true), ("1.1", "close", false), ("1.1", "x, Close", false), ("1.9", nil, true), ("1.0", nil, false),
    ("1.0", "Keep-Alive", true), ("1.0", "keep-alive, close", false),
  ])
  func theConnectionIsKeptWhereTheClientWantsIt(version: String, option: String?, isKept: Bool) throws {
    let fields = option.map { "Connection: " + $0 } ?? "X: y"
    #expect(try head("GET / HTTP/" + version, "Host: a", fields).keepsConnection == isKept)
  }

  @Test(arguments: [
    "", "GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET /a b HTTP/1.1", "G:T / HTTP/1.1",
    "GET /\u{1} HTTP/1.1", "GET /\u{7F} HTTP/1.1", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/11.1", "GET  HTTP/1.1",
  ])
  func aFirstLineThatIsNoneIsRefused(line: String) { #expect(status([line, "Host: a"]) == 400) }

  @Test(arguments: [
    "X", ": a", "X : a", " X: a", "X: a\rb", "X: a\u{0}", "X: a\u{1B}", "Host: b", "Content-Length: -1",
    "Content-Length: 0x1", "Content-Length: 1, a", "X Y: a", "Ä: a",
  ])
  func aFieldThatIsNoneIsRefused(line: String) { #expect(status(["GET / HTTP/1.1", "Host: a", line]) == 400) }

  @Test func hostsAreNamedOnce() {
    #expect(status(["GET / HTTP/1.1"]) == 400)
    #expect(status(["GET / HTTP/1.0"]) == nil)
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/3.0"])
  func otherVersionsAreNotSpoken(version: String) { #expect(status(["GET / " + version, "Host: a"]) == 505) }

  @Test func aTargetHasALimit() {
    let limit = ConnectionLimits.standard.targetByteCount
    #expect(status(["GET /" + String(repeating: "a", count: limit - 1) + " HTTP/1.1", "Host: a"]) == nil)
    #expect(status(["GET /" + String(repeating: "a", count: limit) + " HTTP/1.1", "Host: a"]) == 414)
  }

  @Test(arguments: [
    ("Content-Length: 0", false), ("Content-Length: 1", true), ("Content-Length: 99999999999999999999", true),
    ("Transfer-Encoding: chunked", true),
  ])
  func bodiesAreRefused(field: String, hasBody: Bool) throws {
    #expect(try head("GET / HTTP/1.1", "Host: a", field).refusal(hosts: .all)?.status == (hasBody ? 400 : nil))
    let post = try head("POST / HTTP/1.1", "Host: a", field)
    #expect(post.hasBody == hasBody)
    // The answer to any other method says what is wrong with that.
    #expect(post.refusal(hosts: .all) == nil)
  }

  /// Any input gives a request or a refusal.
  @Test(arguments: 0..<50)
  func noBytesDoHarm(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["GET", " ", "/", "\r\n", "\r", "\n", "HTTP/1.1", "Host", ":", "a", "\0", "Content-Length", "9", "é"]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      var buffer = RequestBuffer()
      buffer.append(Array(text.joined().utf8))
      _ = try? buffer.takeHead()
      _ = try? ServedRequest(head: Array(text.joined().utf8))
    }
  }
}
