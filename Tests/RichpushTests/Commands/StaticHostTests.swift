import Foundation
import MediaFacts
import TestSupport
import Testing

/// `headers` of a directory destination: what `run` writes for static hosts.
@Suite(.timeLimit(.minutes(10))) struct StaticHostTests {
  private func workspace(_ headers: String) throws -> Workspace {
    try Workspace(
      pipeline: """
        publish: [{to: directory, path: public, base-url: "\(Workspace.baseURL)", headers: \(headers)}]
        messages: from-pictures
        defaults: {title: New today, target: {topic: all}}
        """)
  }

  @Test func runWritesTheFileOfEachHost() async throws {
    let workspace = try workspace("[netlify, firebase, nginx]")
    try workspace.addLogos("logo.png")
    try await workspace.richpush("plan", "campaign").ended(0)
    #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"])
    for _ in 0..<2 {
      try await workspace.richpush("run", "campaign").ended(0)
      #expect(
        try workspace.folder.names().filter { $0.hasPrefix("public") } == [
          "public", "public.firebase.json", "public.nginx.conf",
        ])
      #expect(try workspace.folder.names(in: "public") == ["_headers", "logo.\(Picture.logoDigest).png"])
    }
  }

  /// The snippet where nginx's users put it: in a server that has the folder as its root, and in a location with an alias.
  @Test(.enabled(if: Nginx.isInstalled), arguments: ["", "push/"])
  func nginxServesAsTheSnippetSays(prefix: String) async throws {
    let workspace = try workspace("nginx")
    try workspace.addLogos("logo.png")
    try await workspace.richpush("run", "campaign").ended(0)
    let digest = Picture.logoDigest
    for (name, text) in [
      ("a.\(digest).jpg", "jpeg"), ("a.\(digest).gif", "gif"), ("a.\(digest).mp4", "0123"), ("a.png", "png"),
    ] {
      try workspace.folder.write(text, to: "public/" + name)
    }
    let nginx = try await Nginx(
      folder: workspace.folder.absolute("public"), snippet: workspace.folder.absolute("public.nginx.conf"),
      prefix: prefix)
    for (suffix, type) in [("jpg", "image/jpeg"), ("gif", "image/gif"), ("mp4", "video/mp4")] {
      let answer = try await CurlAnswer(url: nginx.url + "a.\(digest).\(suffix)")
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == type)
      #expect(answer.fields["cache-control"] == ServeTests.cached)
      #expect(answer.fields["x-content-type-options"] == "nosniff")
    }
    let logo = try await CurlAnswer(url: nginx.url + "logo.\(digest).png")
    #expect(logo.fields["content-type"] == "image/png")
    #expect(logo.body == (try workspace.folder.bytes(of: "public/logo.\(digest).png")))
    let part = try await CurlAnswer("-r", "1-2", url: nginx.url + "a.\(digest).mp4")
    #expect(part.status == 206)
    #expect(part.body == Array("12".utf8))
    #expect(part.fields["cache-control"] == ServeTests.cached)
    for missing in ["none.\(digest).jpg", "none.jpg"] {
      let answer = try await CurlAnswer(url: nginx.url + missing)
      #expect(answer.status == 404)
      #expect(answer.fields["cache-control"] == nil)
    }
    #expect(try await CurlAnswer(url: nginx.url + "a.png").fields["cache-control"] == nil)
  }
}
