import MediaFacts
import TestSupport
import Testing

/// Findings about URLs that deliver the right bytes, with a header that some clients or caches reject.
@Suite(.timeLimit(.minutes(10))) struct PublishedURLTests {
  private static let path = "/logo.\(Picture.logoDigest).png"
  private static let policy = [["Content-Type", "image/png"], ["Cross-Origin-Resource-Policy", "same-origin"]]
  private static let kept = [["Cache-Control", "max-age=86400"]]

  /// A workspace, and a server that delivers its picture.
  private struct Site {
    let workspace: Workspace
    let server: TestServer

    /// - Parameter fields: of the server's answer.
    init(_ fields: [[String]]) async throws {
      workspace = try Workspace(logos: "logo.png")
      try workspace.folder.write(Self.pipeline(base: Workspace.baseURL), to: "pipeline.yml")
      try await workspace.richpush("run", "campaign").ended(0)
      let bytes = try workspace.folder.bytes(of: "public" + PublishedURLTests.path)
      server = try await TestServer([ScriptedAnswer(PublishedURLTests.path, fields: fields, bytes: bytes)])
    }

    /// - Parameters:
    ///   - verify: how `run` tries its URLs.
    ///   - link: where taps lead.
    func run(verify: String, link: String? = nil) async throws -> ProgramOutput {
      let pipeline = Self.pipeline(
        base: server.url("/"), more: ", verify: \(verify)", link: link.map { ", link: \"\($0)\"" } ?? "")
      try workspace.folder.write(pipeline, to: "pipeline.yml")
      return try await workspace.richpush("run", "campaign")
    }

    private static func pipeline(base: String, more: String = "", link: String = "") -> String {
      """
      version: 1
      publish: [{to: directory, path: public, base-url: "\(base)"\(more)}]
      messages: from-pictures
      defaults: {title: New today, target: {topic: all}\(link)}

      """
    }
  }

  @Test func whatChromeKeepsFromTheSiteIsNotPublished() async throws {
    let site = try await Site(Self.policy + Self.kept)
    let output = try await site.run(verify: "get", link: "https://www.shop.example.com/autumn").ended(2)
    #expect(output.stdout.contains("http.resource-policy"), "\(output.stdout)")
    #expect(output.stdout.contains("https://www.shop.example.com is another"), "\(output.stdout)")
    // Nor is it proven.
    try await site.run(verify: "off", link: "https://www.shop.example.com/autumn").ended(0)
    let verified = try await site.workspace.richpush("verify")
    #expect(verified.status == 1 && verified.stdout.contains("http.resource-policy"), "\(verified)")
  }

  /// Only if the site was named.
  @Test func withoutALinkThatIsAWarning() async throws {
    let site = try await Site(Self.policy + Self.kept)
    let output = try await site.run(verify: "get").ended(0)
    #expect(output.stdout.contains("warning directory  http.resource-policy\n"), "\(output.stdout)")
    #expect(output.stdout.hasSuffix("\nproven: each URL delivers what was published\n"), "\(output.stdout)")
  }

  @Test(arguments: [
    ([["Content-Type", "application/octet-stream"]] + kept, "http.octet-stream"), (kept, "http.content-type"),
    ([["Content-Type", "image/png"], ["Cache-Control", "no-store, private"]], "http.caching"),
    (
      [["Content-Type", "image/png"], ["Content-Disposition", "attachment; filename=x"]] + kept,
      "http.content-disposition"
    ),
  ])
  func warningsAreTold(fields: [[String]], rule: String) async throws {
    let site = try await Site(fields)
    let output = try await site.run(verify: "get").ended(0)
    #expect(output.stdout.contains("warning directory  \(rule)\n"), "\(output.stdout)")
    let verified = try await site.workspace.richpush("verify").ended(0)
    #expect(verified.stdout.contains(rule), "\(verified.stdout)")
    #expect(verified.stdout.hasSuffix("\nproven: each URL delivers what was published\n"), "\(verified.stdout)")
  }
}
