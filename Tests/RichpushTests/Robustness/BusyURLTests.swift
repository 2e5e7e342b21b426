import MediaFacts
import TestSupport
import Testing

/// A server that does not deliver a published file says nothing about that file: the requests stay as they were. The run waits for the
/// usual time, so each of these tests takes a minute or two.
@Suite(.timeLimit(.minutes(10))) struct BusyURLTests {
  private static let path = "/logo.\(Picture.logoDigest).png"

  @Test(arguments: [
    ScriptedAnswer(path, status: 503),
    // Longer than any client waits.
    ScriptedAnswer(path, delay: 600),
  ])
  func theFormerRequestsStay(answer: ScriptedAnswer) async throws {
    let server = try await TestServer([answer], isSecure: false)
    let workspace = try Workspace(pipeline: pipeline(server, title: "Former", more: ""), logos: "logo.png")
    try await workspace.richpush("run", "campaign").ended(0)
    let former = try workspace.folder.states(of: "payloads")

    try workspace.folder.write(pipeline(server, title: "Later", more: ", verify: get"), to: "pipeline.yml")
    let output = try await workspace.richpush("run", "campaign").ended(3)
    #expect((output.stdout + output.stderr).contains("machine.network"), "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == former)
    #expect(!workspace.folder.exists("payloads/stale"))
  }

  private func pipeline(_ server: TestServer, title: String, more: String) -> String {
    """
    version: 1
    publish: [{to: directory, path: public, base-url: "\(server.url("/"))"\(more)}]
    messages: from-pictures
    defaults: {title: \(title), target: {topic: all}}

    """
  }
}
