import Foundation
import MediaFacts
import TestSupport
import Testing

/// Standard output and error may be redirected to a full disk, or closed.
@Suite(
  .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a file that is always full"),
  .timeLimit(.minutes(10)))
struct UnwritableOutputTests {
  @Test func resultsThatCannotBeWrittenAreAFailureOfTheMachine() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await run(workspace, ">/dev/full --report report.json").ended(3)
    #expect(!output.stderr.contains("Fatal error"))
    #expect(workspace.folder.exists("report.json"))
    try expectComplete(workspace)
  }

  @Test(arguments: [
    "--help", "check --help", "--version", "init made", "scaffold web-worker --output made", "schema campaign",
    "explain", "explain image.truncated",
  ])
  func whateverCannotBeWrittenIsSaidInTheSystemsWords(command: String) async throws {
    let output = try await Workspace(pipeline: nil).shell("exec \"$0\" \(command) >/dev/full").ended(3)
    #expect(
      output.stderr == """
        error standard output  machine.disk-full
          cannot write the results: No space left on device
          remedy: free some space and run again

        """)
  }

  @Test func progressThatCannotBeWrittenIsNoFailure() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await run(workspace, "2>/dev/full").ended(0)
    #expect(output.stdout.contains("1 request ready in \(workspace.folder.path)/payloads\n"))
    try expectComplete(workspace)
  }

  /// The next file that is opened gets the number of a closed output, and what is printed must not go into it.
  @Test(arguments: [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closedOutputsHarmNothing(redirections: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await run(workspace, redirections)
    #expect([0, 3].contains(output.status))
    try expectComplete(workspace)
  }

  private func expectComplete(_ workspace: Workspace) throws {
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "logo.json"])
    let logo = try workspace.folder.bytes(of: "campaign/logo.png")
    #expect(try workspace.folder.contents(of: "public") == ["logo.\(Picture.logoDigest).png": logo])
  }

  /// By a shell, whose words `$0 run campaign` are followed by `rest`.
  private func run(_ workspace: Workspace, _ rest: String) async throws -> ProgramOutput {
    try await workspace.shell("exec \"$0\" run campaign " + rest, environment: ["SWIFT_BACKTRACE": "enable=no"])
  }
}
