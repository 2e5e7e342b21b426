import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct ServedResponseTests {
  let file: ServedFile
  let tag: String
  let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  init() throws {
    let digest = try #require(ContentDigest(hex: String(repeating: "ab", count: 32)))
    tag = "\"\(digest.hex)\""
    file = ServedFile(
      path: "logo.0123456789ab.png", byteCount: 100, digest: digest, modified: 784_111_777, format: .picture(.png))
  }

  private func answer(_ method: String = "GET", _ fields: HeaderFields = [:], file: ServedFile? = nil) -> ServedResponse
  { ServedResponse(to: ServedRequest(method: method, target: "/a", fields: fields), content: .file(file ?? self.file)) }

  @Test func aPublishedFileMayBeKeptForEver() {
    let response = answer()
    #expect(response.status == 200)
    #expect(response.body == .part(0..<100))
    #expect(
      response.fields == [
        "Content-Type": "image/png", "Content-Length": "100", "Cache-Control": "public, max-age=31536000, immutable",
        "ETag": tag, "Last-Modified": date, "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff",
      ])
  }

  @Test(arguments: ["logo.png", "notes.txt", "logo.0123456789ab.txt", "logo.0123456789ab.png/index"])
  func anyOtherNameIsAskedForAgain(path: String) {
    let other = ServedFile(path: path, byteCount: 1, digest: file.digest, modified: 0, format: nil)
    #expect(answer(file: other).fields["Cache-Control"] == "no-cache")
    #expect(answer(file: other).fields["Content-Type"] == "application/octet-stream")
  }

  @Test func anEmptyFileHasNoBody() {
    let empty = ServedFile(path: "a", byteCount: 0, digest: file.digest, modified: 0, format: nil)
    #expect(answer(file: empty).status == 200)
    #expect(answer(file: empty).body == .nothing)
  }

  @Test func headIsGetWithoutItsBody() {
    let response = answer("HEAD", ["Range": "bytes=0-1"])
    #expect(response.status == 200)
    #expect(response.fields == answer().fields)
    #expect(response.body == .nothing)
  }

  @Test func aPartSaysWhichOneItIs() {
    let response = answer("GET", ["range": "bytes=0-1"])
    #expect(response.status == 206)
    #expect(response.fields["Content-Range"] == "bytes 0-1/100")
    #expect(response.fields["Content-Length"] == "2")
    #expect(response.fields["ETag"] == tag)
    #expect(response.body == .part(0..<2))
  }

  @Test func aPartThatIsNotThereIsRefused() {
    let response = answer("GET", ["Range": "bytes=100-"])
    #expect(response.status == 416)
    #expect(response.fields["Content-Range"] == "bytes */100")
  }

  @Test func ofAnotherVersionTheWholeFileIsSent() {
    #expect(answer("GET", ["Range": "bytes=0-1", "If-Range": tag]).status == 206)
    #expect(answer("GET", ["Range": "bytes=0-1", "If-Range": date]).status == 206)
    #expect(answer("GET", ["Range": "bytes=0-1", "If-Range": "\"other\""]).status == 200)
    #expect(answer("GET", ["Range": "bytes=0-1", "If-Range": "W/" + tag]).status == 200)
  }

  @Test func whatTheClientHasIsNotSentAgain() {
    for method in ["GET", "HEAD"] {
      for fields: HeaderFields in [
        ["If-None-Match": tag], ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"],
        ["If-Modified-Since": date], ["If-None-Match": tag, "Range": "bytes=100-"],
      ] {
        let response = answer(method, fields)
        #expect(response.status == 304)
        #expect(response.fields["ETag"] == tag)
        #expect(response.body == .nothing)
      }
    }
    #expect(answer("GET", ["If-None-Match": "\"x\"", "If-Modified-Since": date]).status == 200)
    #expect(answer("GET", ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:38 GMT"]).status == 200)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"]) func nothingCanBeChanged(method: String) {
    let response = answer(method)
    #expect(response.status == 405)
    #expect(response.fields["Allow"] == "GET, HEAD")
  }

  @Test func whatIsMissingMayAppear() {
    let response = ServedResponse(to: ServedRequest(method: "GET", target: "/a", fields: [:]), content: .missing)
    #expect(response.status == 404)
    #expect(response.fields["Cache-Control"] == "no-cache")
    #expect(response.body == .text("there is nothing here\n"))
  }

  @Test func aFolderLinksToWhatItHolds() {
    let page = ServedFolderPage(path: "sub", names: ["b&<b>.jpg", "a b.png", "more/"])
    let response = ServedResponse(
      to: ServedRequest(method: "GET", target: "/sub/", fields: [:]), content: .folder(page))
    guard case .text(let html) = response.body else { return #expect(Bool(false), "no page") }
    #expect(response.fields["Content-Type"] == "text/html; charset=utf-8")
    #expect(
      html.matches(of: /<a .*<\/a>/).map { String($0.0) } == [
        "<a href=\"/sub/a%20b.png\">a b.png</a>", "<a href=\"/sub/b&amp;%3Cb%3E.jpg\">b&amp;&lt;b&gt;.jpg</a>",
        "<a href=\"/sub/more/\">more/</a>",
      ])
    #expect(!html.contains("Only the first"))
  }

  @Test func aPageSaysThatItOmitsNames() {
    let page = ServedFolderPage(path: "", names: ["a.jpg"], omitsNames: true)
    let response = ServedResponse(to: ServedRequest(method: "GET", target: "/", fields: [:]), content: .folder(page))
    guard case .text(let html) = response.body else { return #expect(Bool(false), "no page") }
    #expect(html.contains("<p>Only the first 1000 names are shown."))
  }

  @Test func headsAreWrittenAsHTTPHasThem() {
    let head = String(decoding: answer("PUT").head(at: 784_111_777), as: UTF8.self)
    #expect(
      head.split(separator: "\r\n", omittingEmptySubsequences: false) == [
        "HTTP/1.1 405 Method Not Allowed", "Content-Type: text/plain; charset=utf-8", "Content-Length: 36",
        "Cache-Control: no-cache", "X-Content-Type-Options: nosniff", "Allow: GET, HEAD",
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Connection: close", "", "",
      ])
  }
}
