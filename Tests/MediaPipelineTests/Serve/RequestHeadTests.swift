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
  }

  @Test(arguments: [
    "", "GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET /a b HTTP/1.1", "G:T / HTTP/1.1",
    "GET /\u{1} HTTP/1.1", "GET /\u{7F} HTTP/1.1", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/11.1", "GET  HTTP/1.1",
    "GET / HTTP/2.0", "GET / HTTP/0.9",
  ])
  func aFirstLineThatIsNoneIsRefused(line: String) { #expect(status([line, "Host: a"]) == 400) }

  @Test(arguments: ["X", ": a", "X : a", " X: a", "X: a\rb", "X: a\nb", "X Y: a", "Ä: a"])
  func aFieldThatIsNoneIsRefused(line: String) { #expect(status(["GET / HTTP/1.1", "Host: a", line]) == 400) }
}
