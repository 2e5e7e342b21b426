import Foundation
import TestSupport
import Testing

/// `--approved` of `plan`, `run` and `verify`.
@Suite(.timeLimit(.minutes(10))) struct ApprovalTests {
  private static func messages(_ title: String = "B") -> String {
    "  - {id: a, media: logo.png, title: A}\n  - {id: b, title: \(title)}\n  - {id: c, title: C}"
  }

  private let workspace: Workspace

  init() throws { workspace = try Workspace(messages: Self.messages(), logos: "logo.png") }

  /// approved.json for requests of the index.
  private func approve(_ ids: String...) throws {
    let requests = try JSON(workspace.folder.text(of: "payloads/index.json"))["requests"].elements
    let digests = requests.filter { ids.contains($0["id"].string ?? "") }
      .map { "\"\($0["id"].string ?? "")\": \"\($0["sha256"].string ?? "")\"" }
    try workspace.folder.write(
      """
      {"version": 1, "campaign": "campaign", "name": "Jo", "time": "2026-11-27T17:05:00Z",
       "requests": {\(digests.joined(separator: ", "))}}
      """, to: "approved.json")
  }

  private func requests() throws -> [String] {
    try workspace.folder.names(in: "payloads").filter { $0.hasSuffix(".json") }
  }

  @Test func onlyApprovedRequestsAreWritten() async throws {
    try await workspace.richpush("run", "campaign").ended(0)
    try approve("a", "b", "c")
    try await workspace.richpush("run", "campaign", "--approved", "approved.json").ended(0)
    #expect(try requests() == ["a.json", "b.json", "c.json", "index.json"])

    try workspace.write(messages: Self.messages("Other"))
    try approve("a", "b")
    let output = try await workspace.richpush("run", "campaign", "--approved", "approved.json").ended(1)
    #expect(output.stdout.ranges(of: "campaign.not-approved").count >= 1, "\(output.stdout)")
    #expect(output.stdout.contains("the request of `b` has changed since `Jo` approved it"), "\(output.stdout)")
    #expect(output.stdout.contains("`c` is not among what `Jo` approved"), "\(output.stdout)")
    #expect(try requests() == ["a.json", "index.json"])

    // Another run writes them all, and says that an earlier one held them back.
    let later = try await workspace.richpush("run", "campaign").ended(0).stdout
    #expect(later.contains("campaign.unapproved\n  `b`, `c` go out without approval: "), "\(later)")
    #expect(!later.contains("fixed since"), "\(later)")
    #expect(try requests() == ["a.json", "b.json", "c.json", "index.json"])
  }

  @Test func composeNamesWhatWasNotApproved() async throws {
    try await workspace.richpush("run", "campaign").ended(0)
    try approve("a", "b")
    try await workspace.richpush("run", "campaign", "--approved", "approved.json").ended(1)
    func isApproved() throws -> Bool {
      try JSON(workspace.folder.text(of: "payloads/index.json"))["approved"] == true
    }
    #expect(try isApproved())
    try workspace.write(messages: Self.messages().components(separatedBy: "\n").prefix(2).joined(separator: "\n"))
    // The same requests stay approved.
    let same = try await workspace.richpush("compose", "payloads", "campaign").ended(0).stdout
    #expect(try !same.contains("campaign.unapproved") && isApproved(), "\(same)")
    try workspace.write(messages: Self.messages())
    let other = try await workspace.richpush("compose", "payloads", "campaign").ended(0).stdout
    #expect(other.contains("`c` goes out without approval"), "\(other)")
    #expect(try !isApproved())
  }

  @Test(arguments: [["plan", "campaign"], ["run", "campaign", "--dry-run"]])
  func aPlanHoldsBackTheSame(command: [String]) async throws {
    try await workspace.richpush("run", "campaign").ended(0)
    try approve("a", "b")
    try workspace.write(messages: Self.messages("Other"))
    let before = try workspace.folder.states()
    let approved = ["--approved", "approved.json", "--format", "json"]
    func report(_ arguments: [String]) async throws -> JSON {
      let output = try await workspace.richpush(arguments + approved).ended(1)
      return try JSON(output.stdout)
    }
    let plan = try await report(command)
    #expect(try workspace.folder.states() == before)
    #expect(plan["changes"]["withdrawn"] == ["b.json", "c.json"], "\(plan["changes"])")
    let run = try await report(["run", "campaign"])
    #expect(plan["diagnostics"] == run["diagnostics"])
    #expect(plan.messageStatuses == ["a": "ready", "b": "refused", "c": "refused"])
    #expect(try requests() == ["a.json", "index.json"])
  }

  /// Former requests that were not approved must not stay where they are sent from.
  @Test func nothingStaysIfNothingIsApproved() async throws {
    try await workspace.richpush("run", "campaign").ended(0)
    try approve()
    try await workspace.richpush("run", "campaign", "--approved", "approved.json").ended(1)
    #expect(try requests() == ["index.json"])
  }

  /// What is on the page is what the index lists, and the next page also offers what is held back.
  @Test func eachPageHasTheDigestsOfTheRequests() async throws {
    let run = ["run", "campaign", "--contact-sheet", "sheet.html"]
    try await workspace.richpush(run).ended(0)
    let listed = try JSON(workspace.folder.text(of: "payloads/index.json"))["requests"].elements
      .map { "data-id=\"\($0["id"].string ?? "")\" data-sha=\"\($0["sha256"].string ?? "")\"" }
    let page = try workspace.folder.text(of: "sheet.html")
    #expect(listed.count == 3 && listed.allSatisfy(page.contains), "\(listed)")
    try approve("a", "b")
    try await workspace.richpush(run + ["--approved", "approved.json"]).ended(1)
    #expect(try listed.allSatisfy(workspace.folder.text(of: "sheet.html").contains))
  }

  @Test func verifyNamesWhatWasNotApproved() async throws {
    try workspace.folder.createFolder("public")
    let server = try RunningServer(["public"], workingDirectory: workspace.folder.path)
    let run = ["run", "campaign", "--base-url", server.url]
    func richpush(_ arguments: [String]) async throws -> ProgramOutput { try await workspace.richpush(arguments) }
    try await richpush(run).ended(0)
    try approve("a", "b")
    let verify = ["verify", "payloads", "--approved", "approved.json"]
    let output = try await richpush(verify).ended(1)
    #expect(output.stdout.contains("campaign.not-approved") && output.stdout.contains("`c`"), "\(output)")
    #expect(try JSON(workspace.folder.text(of: "payloads/index.json"))["proof"] == "unproven")
    try approve("a", "b", "c")
    try await richpush(verify).ended(0)
    // The marks of a proof are no change.
    try await richpush(verify).ended(0)
  }

  private static func next(_ name: String) -> String {
    "next: fix the errors above, then `richpush run campaign --approved \(name)`\n"
  }

  @Test(arguments: ["none.json", "pipeline.yml"]) func whatIsNoApprovalIsSaidFirst(name: String) async throws {
    let output = try await workspace.richpush("run", "campaign", "--approved", name)
    #expect(output.ended(2).stdout == "refused: --approved\n1 error\n" + Self.next(name))
    #expect(output.stderr.hasPrefix("error --approved  configuration.value\n"), "\(output.stderr)")
    #expect(!workspace.folder.exists("payloads"))
  }
}
