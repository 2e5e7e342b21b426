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
          method: "GET", target: "/a%20b.jpg?v=1", fields: ["Host": "localhost:8080", "Range": "bytes=0-1", "X": ""]))
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

@Suite struct RequestPathTests {
  @Test(arguments: [
    ("/", ""), ("/a.jpg", "a.jpg"), ("/a/b.jpg", "a/b.jpg"), ("/a%20b.jpg?v=1", "a b.jpg"), ("/%C3%A4.png#x", "ä.png"),
    ("http://host:80/a.jpg", "a.jpg"), ("/http://host/a", nil), ("/a/", "a"), ("/a..b", "a..b"), ("/%2561", "%61"),
    // No separator but on Windows, so it is part of a name.
    ("/..\\a", nil), ("/a\\..\\b", "a\\..\\b"), ("/a%5c..%5Cb", "a\\..\\b"),
  ])
  func namesWhatItDecodesTo(target: String, relative: String?) {
    #expect(RequestPath(target: target)?.names.joined(separator: "/") == relative)
  }

  @Test(arguments: [
    "", "*", "a.jpg", "http://host", "/..", "/../a", "/a/../../b", "/%2e%2e/a", "/%2E./a", "/a%2Fb", "/a%2f..%2f..%2fb",
    "/./a", "//a", "/a//b", "/.hidden", "/a/.git/config", "/%2ehidden", "/a%00b", "/a%0d%0ab", "/%", "/%4", "/%zz",
    "/%ff", "/a%C3", "/%+1",
  ])
  func namesNothingOutside(target: String) { #expect(RequestPath(target: target) == nil) }

  @Test func aSlashAtTheEndMeansAFolder() {
    #expect(RequestPath(target: "/").map { $0.isFolder && $0.names.isEmpty } == true)
    #expect(RequestPath(target: "/a/")?.isFolder == true)
    #expect(RequestPath(target: "/a")?.isFolder == false)
  }
}

@Suite struct RangeRequestTests {
  @Test(
    arguments: [
      ("bytes=0-1", RangeRequest.part(0..<2)), ("bytes=0-", .part(0..<10)), ("bytes=9-", .part(9..<10)),
      ("bytes=3-99", .part(3..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
      ("Bytes=2-2", .part(2..<3)), ("bytes=2-99999999999999999999", .part(2..<10)),
      ("bytes=-99999999999999999999", .part(0..<10)), ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable), (nil, .whole), ("", .whole),
      ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-2", .whole), ("bytes=0-1,4-5", .whole), ("items=0-1", .whole),
      ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1--2", .whole),
    ] as [(String?, RangeRequest)])
  func ofTenBytes(field: String?, range: RangeRequest) { #expect(RangeRequest(field, byteCount: 10) == range) }

  @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"]) func anEmptyFileHasNoPart(field: String) {
    #expect(RangeRequest(field, byteCount: 0) == .unsatisfiable)
  }
}

/// The names under which a server on a loopback address answers.
@Suite struct ServedHostsTests {
  private func isForLoopback(_ host: String, target: String = "/") throws -> Bool {
    try ServedRequest(head: Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)).isForLoopback
  }

  @Test(arguments: [
    "localhost", "LOCALHOST", "localhost.", "localhost:8080", "a.localhost:1", "a.b.localhost", "127.0.0.1",
    "127.9.8.7:80", "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]",
  ])
  func loopbacksNamesAreAnswered(host: String) throws { #expect(try isForLoopback(host)) }

  @Test(arguments: [
    "example.com", "localhost.example.com", "127.0.0.1.example.com", "notlocalhost", "10.0.0.1", "0.0.0.0", "[::]",
    "[::2]:80", "a@localhost", "localhost, example.com", "localhost:80:80", "localhost:a", "localhost:99999999", "",
    ".localhost", "::1", "2130706433",
  ])
  func otherNamesAreNot(host: String) throws { #expect(try !isForLoopback(host)) }

  @Test func aHostInTheTargetCountsToo() throws {
    #expect(try !isForLoopback("localhost", target: "http://example.com/a"))
    #expect(try isForLoopback("localhost", target: "http://localhost:80/a"))
  }

  @Test func eachNamedHostCounts() {
    let fields = HeaderFields([HeaderField("Host", "localhost"), HeaderField("Host", "example.com")])
    #expect(!ServedRequest(method: "GET", target: "/", fields: fields).isForLoopback)
  }
}
