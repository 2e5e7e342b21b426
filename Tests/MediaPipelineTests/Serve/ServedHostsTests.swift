import Findings
import MediaPipeline
import Testing

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
