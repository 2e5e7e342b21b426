import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct ServedResponseTests {
  static let logo = "logo.0123456789ab.png"
  let folder = TemporaryFolder()

  init() throws {
    try folder.write(minimalPNG(width: 2, height: 1), to: Self.logo)
    for name in ["empty", "notes.txt", ".hidden", "sub/b&<b>.jpg", "sub/a b.png", "sub/more/c"] {
      try folder.write(name == "empty" ? "" : "text", to: name)
    }
    try folder.link("out", to: "/etc/hostname")
  }

  private func answer(_ target: String = logo, _ fields: HeaderFields = [:], method: String = "GET") throws
    -> ServedResponse
  {
    try ServedFolder(folder.path).response(to: ServedRequest(method: method, target: "/" + target, fields: fields))
  }

  @Test(arguments: ["empty", "notes.txt"]) func anyOtherNameIsAskedForAgain(name: String) throws {
    let response = try answer(name)
    #expect(response.status == 200)
    #expect(response.fields["Cache-Control"] == "no-cache")
    #expect(response.fields["Content-Type"] == "application/octet-stream")
    #expect(response.byteCount == (name == "empty" ? 0 : 4))
  }

  @Test func headIsGetWithoutItsBody() throws {
    for target in [Self.logo, "", "none"] {
      let response = try answer(target, ["Range": "bytes=0-1"], method: "HEAD")
      #expect(response.fields == (try answer(target)).fields)
      #expect(response.body == .nothing)
    }
  }

  @Test(arguments: ["none", ".hidden", "out", logo + "/", "sub/../notes.txt"])
  func whatIsMissingMayAppear(target: String) throws {
    let response = try answer(target)
    #expect(response.status == 404)
    #expect(response.fields["Cache-Control"] == "no-cache")
    #expect(response.body == .text("there is nothing here\n"))
  }

  private func links(_ target: String) throws -> [String] {
    guard case .text(let html) = try answer(target).body else { return [] }
    return html.matches(of: /<a .*<\/a>/).map { String($0.0) }
  }

  @Test func aFolderLinksToWhatItHolds() throws {
    #expect(try answer("sub/").fields["Content-Type"] == "text/html; charset=utf-8")
    #expect(
      try links("sub/") == [
        "<a href=\"/sub/a%20b.png\">a b.png</a>", "<a href=\"/sub/b%26%3Cb%3E.jpg\">b&amp;&lt;b&gt;.jpg</a>",
        "<a href=\"/sub/more/\">more/</a>",
      ])
    #expect(try links("").count == 4)
  }

  @Test func aPageHasTheFirstThousandNames() throws {
    for name in 0..<1001 { try folder.write("a", to: "many/\(1000 + name).txt") }
    guard case .text(let html) = try answer("many/").body else { return #expect(Bool(false), "no page") }
    #expect(try links("many/").count == 1000)
    #expect(html.contains("<p>Only the first 1000 names are shown."))
    // The others are still served.
    #expect(try answer("many/2000.txt").status == 200)
  }

  @Test func headsAreWrittenAsHTTPHasThem() throws {
    let head = String(decoding: try answer(method: "PUT").head(at: 784_111_777), as: UTF8.self)
    #expect(
      head.split(separator: "\r\n", omittingEmptySubsequences: false) == [
        "HTTP/1.1 405 Method Not Allowed", "Content-Type: text/plain; charset=utf-8", "Content-Length: 36",
        "Cache-Control: no-cache", "X-Content-Type-Options: nosniff", "Allow: GET, HEAD",
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Connection: close", "", "",
      ])
  }
}
