import TestSupport
import Testing

/// Where taps lead.
@Suite(.timeLimit(.minutes(10))) struct LinkTests {
  private static func pipeline(_ more: String) -> String {
    "version: 1\npublish: [{to: directory, path: public, base-url: \"https://push.iana.org/\"}]\n\(more)"
  }

  private static func messages(_ link: String) -> String {
    """
      - {id: a, title: First, body: One, target: {topic: t}, link: "\(link)"}
      - {id: b, title: Second, body: Two, target: {topic: t}, link: "\(link)"}
    """
  }

  @Test func linksThatPhonesDoNotOpenAreToldOnce() async throws {
    let workspace = try Workspace(
      pipeline: Self.pipeline(""), messages: Self.messages("https://www.iana.org/domains/reserved"))
    for command in ["check", "run"] {
      let output = try await workspace.richpush(command, "campaign").ended(0)
      #expect(output.stdout.ranges(of: "message.unopened-link").count == 1, "\(output.stdout)")
    }
    try workspace.folder.write(Self.pipeline("requests: {link-data-key: link}\n"), to: "pipeline.yml")
    let output = try await workspace.richpush("check", "campaign")
    #expect(!output.stdout.contains("message.unopened-link"), "\(output.stdout)")
  }

  /// `check` of a run's files finds only what `run` reported.
  @Test(arguments: [
    ("https://www.iana.org/sale&utm_source=push", "url.query-form", Int32(0)),
    ("https://admin.shopify.com/store/x", "url.sign-in", 1), ("https://10.0.0.7/sale", "url.private-host", 1),
  ])
  func aLinkIsJudgedAlikeByAll(link: String, rule: String, status: Int32) async throws {
    let workspace = try Workspace(
      pipeline: Self.pipeline("requests: {link-data-key: link}\n"), messages: Self.messages(link))
    let environment = ["RICHPUSH_TRIAL": "false"]
    for command in ["check", "run"] {
      let output = try await workspace.richpush(command, "campaign", environment: environment)
      #expect(output.status == status && output.stdout.contains(rule), "\(output.stdout)\(output.stderr)")
    }
    guard status == 0 else { return }
    let payloads = try await workspace.richpush("check", "payloads", environment: environment)
    #expect(payloads.status == 0 && payloads.stdout.contains(rule), "\(payloads.stdout)")
    #expect(!payloads.stdout.contains("error"), "\(payloads.stdout)")
  }
}
