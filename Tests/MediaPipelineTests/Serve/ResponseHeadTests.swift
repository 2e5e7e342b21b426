import Findings
import MediaPipeline
import PushDelivery
import Testing

@Suite struct ResponseHeadTests {
  private func lines(_ version: String, keepsConnection: Bool) throws -> [Substring] {
    let head = try ServedRequest(head: Array("PUT / HTTP/\(version)\r\nHost: a\r\n\r\n".utf8))
    let response = ServedResponse(to: head, content: .missing)
    let bytes = response.head(at: 784_111_777, to: head, keepsConnection: keepsConnection)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
  }

  @Test func isWrittenAsHTTPHasIt() throws {
    #expect(
      try lines("1.1", keepsConnection: true) == [
        "HTTP/1.1 405 Method Not Allowed", "Content-Type: text/plain; charset=utf-8", "Content-Length: 36",
        "Cache-Control: no-cache", "X-Content-Type-Options: nosniff", "Allow: GET, HEAD",
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "", "",
      ])
  }

  @Test func tellsWhetherTheConnectionStays() throws {
    #expect(try lines("1.1", keepsConnection: false).contains("Connection: close"))
    #expect(try lines("1.0", keepsConnection: false).contains("Connection: close"))
    #expect(try lines("1.0", keepsConnection: true).contains("Connection: keep-alive"))
  }
}
