import Foundation
import MediaFacts
import TestSupport
import Testing

/// `richpush serve`, asked by curl.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
  static let logo = "logo.\(Picture.logoDigest).png"
  static let cached = "public, max-age=31536000, immutable"
  let folder = TemporaryFolder()
  let server: RunningServer

  init() throws {
    try folder.copy(Picture.logoPath, to: "public/" + Self.logo)
    try folder.copy(Picture.photoPath, to: "public/lying.png")
    try folder.copy(Picture.photoPath, to: "public/sub/ä b.jpg")
    try folder.write("secret", to: "public/.hidden")
    try folder.write("outside", to: "outside.txt")
    try folder.link("public/out.txt", to: "../outside.txt")
    try folder.link("public/dot.txt", to: ".hidden")
    server = try RunningServer(["public"], workingDirectory: folder.path)
  }

  @Test func sendsPublishedFilesWithTheirTypeForEver() async throws {
    let bytes = try folder.bytes(of: "public/" + Self.logo)
    let answer = try await CurlAnswer(url: server.url + Self.logo)
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "image/png")
    #expect(answer.fields["cache-control"] == Self.cached)
    #expect(answer.fields["content-length"] == "\(bytes.count)")
    #expect(answer.body == bytes)
    let head = try await CurlAnswer("-I", url: server.url + Self.logo)
    #expect(head.status == 200)
    #expect(head.fields.filter { $0.key != "date" } == answer.fields.filter { $0.key != "date" })
  }

  @Test(arguments: [
    "nothing.jpg", ".hidden", "out.txt", "dot.txt", "../outside.txt", "%2e%2e/outside.txt", "sub/..%2f..%2foutside.txt",
    "sub/../../outside.txt", "\(logo)/", "%00", ".richpush-work-1/",
    "..\\outside.txt", "sub\\..\\..\\outside.txt", "%5c..%5coutside.txt", "/\(logo)", "sub//..//outside.txt",
    "%2e%2e%2foutside.txt", "%252e%252e/outside.txt", "\(logo)%00", "sub/%2e%2e/%2e%2e/outside.txt",
  ])
  func whatIsNotToBeSeenIsNotThere(path: String) async throws {
    #expect(try await CurlAnswer(url: server.url + path).status == 404)
  }

  @Test func otherNamesAreNotAnsweredOnLoopback() async throws {
    let url = server.url + Self.logo
    let answer = try await CurlAnswer("-H", "Host: example.com", url: url)
    #expect(answer.status == 421)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("ask for localhost"))
    #expect(try await CurlAnswer("-H", "Host: pictures.localhost:1", url: url).status == 200)
  }

  @Test func listsWhatMayBeAskedFor() async throws {
    let page = String(decoding: try await CurlAnswer(url: server.url).body, as: UTF8.self)
    let links = page.matches(of: /href="([^"]*)"/).map { String($0.1) }
    #expect(links == ["/" + "logo.\(Picture.logoDigest).png", "/lying.png", "/sub/"])
    let inner = String(decoding: try await CurlAnswer(url: server.url + "sub/").body, as: UTF8.self)
    #expect(inner.contains("href=\"/sub/%C3%A4%20b.jpg\""))
    #expect(try await CurlAnswer(url: server.url + "sub/%C3%A4%20b.jpg").fields["content-type"] == "image/jpeg")
  }

  @Test func logsEachRequest() async throws {
    _ = try await CurlAnswer("-r", "0-1", url: server.url + Self.logo)
    _ = try await CurlAnswer(url: server.url + "none%1B")
    let count = try folder.bytes(of: "public/" + Self.logo).count
    #expect(server.errors.contains("127.0.0.1 GET /\(Self.logo) 206 image/png bytes 0-1/\(count)\n"))
    #expect(server.errors.contains("127.0.0.1 GET /none%1B 404 "))
  }

  @Test func interruptedItEndsWell() async throws {
    let port = try { try SilentListener().port }()
    async let running = RichpushBinary.run(
      ["serve", "public", "--port", "\(port)"], workingDirectory: folder.path
    ) { _, process in kill(process, SIGINT) }
    _ = try? await CurlAnswer("--retry", "20", "--retry-connrefused", url: "http://127.0.0.1:\(port)/none")
    let output = try await running
    #expect(output.status == 0)
    #expect(output.stdout == "serving \(folder.path)/public\n  http://127.0.0.1:\(port)/\n")
    #expect(output.stderr == "127.0.0.1 GET /none 404 text/plain; charset=utf-8\n")
  }
}

/// The files that `richpush serve` serves, and the addresses.
@Suite(.timeLimit(.minutes(10))) struct ServeArgumentTests {
  @Test func withoutAnArgumentItIsTheConfiguredFolder() async throws {
    let workspace = try Workspace(pipeline: "publish: [{to: directory, path: out}]")
    try workspace.folder.copy(Picture.logoPath, to: "out/a.png")
    let server = try RunningServer([], workingDirectory: workspace.folder.path)
    #expect(try await CurlAnswer(url: server.url + "a.png").status == 200)
  }

  @Test func withoutAConfigurationItIsPublic() async throws {
    let folder = TemporaryFolder()
    try folder.copy(Picture.logoPath, to: "public/a.png")
    let server = try RunningServer(["--host", "0.0.0.0"], workingDirectory: folder.path)
    #expect(server.url.hasPrefix("http://127.0.0.1:"))
    #expect(try await CurlAnswer(url: server.url + "a.png").status == 200)
    #expect(try await CurlAnswer("-H", "Host: example.com", url: server.url + "a.png").status == 200)
  }

  @Test(arguments: [
    (["none"], "argument.missing"), (["file"], "argument.missing"), (["--host", "example.com"], "--host"),
    (["--port", "70000"], "--port"), (["--config", "none.yml"], "configuration.missing"), ([], "argument.missing"),
  ])
  func wrongUsageSaysWhatIsWrong(arguments: [String], words: String) async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "file")
    let output = try await RichpushBinary.run(["serve"] + arguments, workingDirectory: folder.path).ended(2)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains(words), "\(output.stderr)")
  }
}
