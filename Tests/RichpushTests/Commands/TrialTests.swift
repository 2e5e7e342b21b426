import TestSupport
import Testing

/// Names of templates, samples and documents are accepted only in trials.
@Suite(.timeLimit(.minutes(10))) struct TrialTests {
  private static let inEarnest = ["RICHPUSH_TRIAL": "false"]
  private static let pipeline = """
    version: 1
    publish: [{to: directory, path: public, base-url: "https://push.iana.org/"}]
    requests: {link-data-key: link}

    """

  @Test(arguments: [
    "target: {topic: YOUR_TOPIC}", "target: {token: YOUR_TOKEN}", "target: {fid: <fid>}",
    "target: {topic: example-new-arrivals}", "target: {condition: \"'a' in topics && 'YOUR_TOPIC' in topics\"}",
    "target: {topic: t}, link: \"https://www.example.com/sale\"", "target: {topic: t}, link: \"https://shop.test/\"",
    "target: {topic: t}, platforms: [ios], link: \"https://EXAMPLE.org/\"",
  ])
  func placeholdersAreErrorsOfRunAndCheck(keys: String) async throws {
    let workspace = try Workspace(pipeline: Self.pipeline, messages: "  - {id: a, title: T, \(keys)}")
    for command in ["run", "check"] {
      let output = try await workspace.richpush(command, "campaign", environment: Self.inEarnest).ended(1)
      #expect(output.stdout.ranges(of: "request.placeholder").count == 1, "\(output.stdout)")
      try await workspace.richpush(command, "campaign", "--trial", environment: Self.inEarnest).ended(0)
    }
  }

  @Test func aTrialSaysThatItIsOne() async throws {
    let workspace = try Workspace(pipeline: Self.pipeline, messages: "  - {id: a, title: T, target: {topic: t}}")
    let run = ["run", "campaign", "--report", "report.json", "--contact-sheet", "sheet.html"]
    func marks(_ more: [String]) async throws -> [Bool] {
      let output = try await workspace.richpush(run + more, environment: Self.inEarnest)
      return [
        output.stdout.contains("campaign campaign, a trial: do not send its requests\n"),
        try JSON(workspace.folder.text(of: "payloads/index.json"))["trial"] == true,
        try JSON(workspace.folder.text(of: "report.json"))["isTrial"] == true,
        try workspace.folder.text(of: "sheet.html").contains("A trial: do not send these requests."),
      ]
    }
    #expect(try await marks(["--trial"]) == [true, true, true, true])
    #expect(try await marks([]) == [false, false, false, false])
  }

  @Test func variablesThatDecideAreNamed() async throws {
    let workspace = try Workspace(pipeline: Self.pipeline, messages: "  - {id: a, title: T, target: {topic: t}}")
    let environment = ["RICHPUSH_TRIAL": "false", "RICHPUSH_BASE_URL": "https://old.iana.org/", "RICHPUSH_JOBS": "1"]
    let output = try await workspace.richpush("run", "campaign", environment: environment)
    #expect(
      output.stdout.contains("\nset by the environment: RICHPUSH_BASE_URL=https://old.iana.org/"), "\(output.stdout)")
    #expect(!output.stdout.contains("RICHPUSH_JOBS"))
    let flag = try await workspace.richpush(
      "run", "campaign", "--base-url", "https://push.iana.org/", environment: environment)
    #expect(!flag.stdout.contains("RICHPUSH_BASE_URL"), "\(flag.stdout)")
  }
}
