import Findings
import MediaPipeline
import PushDelivery
import Testing

@Suite struct ServedHostsTests {
  private func status(_ host: String, target: String = "/", hosts: ServedHosts = .loopback) throws -> Int? {
    try ServedRequest(head: Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)).refusal(hosts: hosts)?.status
  }

  @Test(arguments: [
    "localhost", "LOCALHOST", "localhost.", "localhost:8080", "a.localhost:1", "a.b.localhost", "127.0.0.1",
    "127.9.8.7:80",
    "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]",
  ])
  func loopbacksNamesAreAnswered(host: String) throws { #expect(try status(host) == nil) }

  @Test(arguments: [
    "example.com", "localhost.example.com", "127.0.0.1.example.com", "notlocalhost", "10.0.0.1", "0.0.0.0", "[::]",
    "[::2]:80", "a@localhost", "localhost, example.com", "localhost:80:80", "localhost:a", "localhost:99999999", "",
    ".localhost", "::1",
    "2130706433",
  ])
  func otherNamesAreNot(host: String) throws {
    #expect(try status(host) == 421)
    #expect(try status(host, hosts: .all) == nil)
  }

  @Test func aHostInTheTargetCountsToo() throws {
    #expect(try status("localhost", target: "http://example.com/a") == 421)
    #expect(try status("localhost", target: "http://localhost:80/a") == nil)
  }

  @Test func theAnswerSaysWhatToDo() throws {
    let head = try ServedRequest(head: Array("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    let refusal = try #require(head.refusal(hosts: .loopback))
    #expect(refusal.reason.contains("ask for localhost, or start it with --host"))
    #expect(ServedResponse(to: head, refusal: refusal).body == .nothing)
    #expect(ServedResponse(to: .unreadable, refusal: refusal).body == .text(refusal.reason + "\n"))
  }
}
