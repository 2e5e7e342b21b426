import Foundation
import MediaFacts
import TestSupport
import Testing

/// A log has all events and results, one record for each.
@Suite(.timeLimit(.minutes(10))) struct LogFileTests {
  private static let flags = ["--log-file", "log", "--log-format", "json"]

  /// A campaign of one good picture and one invalid one.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try workspace.folder.write("hello", to: "campaign/text.jpg")
    return workspace
  }

  private func records(_ workspace: Workspace, _ arguments: String...) async throws -> [JSON] {
    _ = try await RichpushBinary.run(arguments + Self.flags, workingDirectory: workspace.folder.path)
    defer { try? workspace.folder.remove("log") }
    return try workspace.folder.text(of: "log").split(separator: "\n").map { try JSON(String($0)) }
  }

  private func findings(_ records: [JSON]) -> [String] {
    records.compactMap { record in record["rule"].string.map { "\(record["level"].string ?? "") \($0)" } }
  }

  @Test(arguments: ["run", "check", "plan"]) func findingsHaveTheirLevelsAndParts(command: String) async throws {
    let workspace = try workspace()
    let plain = try await records(workspace, command, "campaign")
    let found = try #require(plain.first { $0["rule"] == "image.unrecognised" }, "\(plain)")
    #expect(found["level"] == "error")
    #expect(found["subject"]["name"].string?.hasSuffix("text.jpg") == true)
    #expect(found["message"].string?.hasPrefix("its bytes are not a picture") == true)
    #expect(found["remedy"].string?.isEmpty == false)
    #expect(plain.count { $0["message"].string?.contains("its bytes are not a picture") == true } == 1)
    // The log has everything that a person sees.
    let verbose = try await records(workspace, command, "campaign", "--verbose")
    let quiet = try await records(workspace, command, "campaign", "--quiet")
    #expect(findings(plain) == findings(verbose) && findings(plain) == findings(quiet))
    #expect(verbose.first { $0["message"] == "reading pipeline.yml" }?["level"] == "debug")
  }

  @Test func theEndOfARunIsInItsLog() async throws {
    let workspace = try workspace()
    let messages = try await records(workspace, "run", "campaign", "--progress", "none").compactMap {
      $0["message"].string
    }
    #expect(messages.contains { $0.hasSuffix("text.jpg: refused") }, "\(messages)")
    for end in ["1 picture refused", "1 request to topic `all`", Workspace.unproven.dropLast() + ""] {
      #expect(messages.contains(end), "\(messages)")
    }
    let checked = try await records(workspace, "check", "campaign", "--format", "json")
    #expect(checked.last?["message"].string?.contains(" checked, ") == true, "\(checked)")
  }

  /// A store that takes nothing: each attempt, why there was none more, and what holds.
  @Test func aFailingStoreIsInTheLog() async throws {
    let bucket = try await BucketWorkspace()
    try bucket.workspace.addLogos("logo.png")
    try bucket.server.set(ServerFault(.status, "PUT", status: 503, isLasting: true))
    let output = try await bucket.richpush(
      "run", "campaign", "--retries", "1", "--quiet", "--log-file", "log", "--log-format", "json")
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    let log = try bucket.folder.text(of: "log")
    let records = try log.split(separator: "\n").map { try JSON(String($0)) }
    #expect(records.contains { $0["message"].string?.hasPrefix("attempt 1 of 2 failed") == true }, "\(log)")
    #expect(findings(records).contains { $0.hasPrefix("error machine.store-") }, "\(log)")
    #expect(records.contains { $0["message"].string?.hasPrefix("1 picture failed") == true }, "\(log)")
  }

  /// What keeps a command from beginning, and colours that a terminal gets.
  @Test func anErrorIsOneRecord() async throws {
    let workspace = try Workspace()
    let refused = try await records(workspace, "check", "nope", "--color", "always")
    #expect(findings(refused) == ["error argument.missing"])
    #expect(refused.allSatisfy { $0["message"].string?.contains("\u{1B}") == false }, "\(refused)")
  }

  /// Logs and reports name people's messages.
  @Test(arguments: [
    ["run", "campaign", "--log-file", "public/log"], ["check", "campaign", "--report", "json=public/r.json"],
    ["run", "campaign", "--report", "public/none/r.json"],
  ])
  func nothingPrivateGoesIntoThePublishedFolder(arguments: [String]) async throws {
    let workspace = try workspace()
    try workspace.folder.createFolder("public")
    let output = try await RichpushBinary.run(arguments, workingDirectory: workspace.folder.path)
    #expect(output.status == 2 && output.stderr.contains("it would be public"), "\(output.stderr)")
    #expect(try workspace.folder.names(in: "public").filter { $0 != "log" } == [])
  }

  @Test func textHasALineForEachFinding() async throws {
    let workspace = try workspace()
    _ = try await workspace.richpush("run", "campaign", "--log-file", "log")
    let lines = try workspace.folder.text(of: "log").split(separator: "\n")
    let line = try #require(lines.first { $0.contains("image.unrecognised") })
    #expect(line.contains("Z error text.jpg  image.unrecognised: its bytes are not a picture"), "\(line)")
    #expect(line.contains("; remedy: export it as JPEG or PNG"), "\(line)")
  }
}
