import Foundation
import TestSupport
import Testing

/// The output for a shell, a terminal and a log.
@Suite(.timeLimit(.minutes(10))) struct ShellTests {
  @Test(arguments: ["bash", "zsh"]) func completionsAreScriptsOfTheirShell(shell: String) async throws {
    let output = try await RichpushBinary.run(["completion", shell], workingDirectory: packageRoot)
    #expect(output.status == 0 && output.stdout.contains("doctor"))
    for word in ["concise", "sarif", "ios.mutable-content"] { #expect(output.stdout.contains(word), "\(word)") }
    guard shell == "bash" else { return }
    let folder = TemporaryFolder()
    try folder.write(output.stdout, to: "richpush")
    let script = "set -e; source ./richpush; COMP_WORDS=(richpush com); COMP_CWORD=1; type _richpush >/dev/null"
    try await Program("bash").run(["-c", script], workingDirectory: folder.path).ended(0)
  }

  @Test func pipelineIsFoundInFoldersAbove() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    try workspace.folder.createFolder("campaign/deep")
    let output = try await RichpushBinary.run(
      ["run", "..", "--trial"], workingDirectory: workspace.folder.path + "/campaign/deep"
    ).ended(0)
    #expect(output.stderr.hasPrefix("pipeline.yml: ../../pipeline.yml\n"), "\(output.stderr)")
    #expect(workspace.folder.exists("public") && workspace.folder.exists("payloads/a.json"))
  }

  @Test(arguments: ["checkout", "a größe check out"]) func nothingAboveACheckoutIsRead(name: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.createFolder(name + "/.git")
    try workspace.folder.createFolder(name + "/campaign")
    let output = try await RichpushBinary.run(
      ["run", "."], workingDirectory: workspace.folder.path + "/\(name)/campaign"
    ).ended(2)
    #expect(output.stderr.hasPrefix("error pipeline.yml  configuration.missing\n"), "\(output.stderr)")
  }

  @Test func aPageHasAPagesName() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "contact-sheet: campaign.yml\n", messages: "  - {id: a}")
    let output = try await workspace.richpush("run", "campaign", "--trial").ended(2)
    #expect(output.stderr.contains("`campaign.yml` is not the name of a page"), "\(output.stderr)")
  }

  /// Reports name people's messages.
  @Test(arguments: [
    ["check", "campaign", "--report", "json=public/r.json"], ["run", "campaign", "--report", "public/none/r.json"],
  ])
  func nothingPrivateGoesIntoThePublishedFolder(arguments: [String]) async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    try workspace.folder.createFolder("public")
    let output = try await workspace.richpush(arguments)
    #expect(output.status == 2 && output.stderr.contains("it would be public"), "\(output.stderr)")
    #expect(try workspace.folder.names(in: "public") == [])
  }

  @Test func whoAsksIsToldMore() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    let output = try await workspace.richpush("run", "campaign", "--trial", "--verbose").ended(0)
    let lines = output.stderr.split(separator: "\n")
    #expect(lines.first == "reading pipeline.yml" && lines.contains("begun: logo.png"), "\(output.stderr)")
    #expect(lines.contains { $0.hasPrefix("campaign to directory, ") && $0.hasSuffix("/.richpush-cache") })
    #expect(try await !workspace.richpush("run", "campaign", "--trial").stderr.contains("begun"))
  }

  @Test func aRunThatIsWellIsQuiet() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    let output = try await workspace.richpush("run", "campaign", "--trial", "--quiet")
    #expect(output == ProgramOutput(status: 0, stdout: "", stderr: ""))
    try workspace.folder.createFolder("campaign/deep")
    let below = try await RichpushBinary.run(
      ["run", "..", "--trial", "-q"], workingDirectory: workspace.folder.path + "/campaign/deep")
    #expect(below == ProgramOutput(status: 0, stdout: "", stderr: ""))
    try workspace.write(messages: "  - {id: a, media: gone.png}")
    #expect(try await workspace.richpush("run", "campaign", "--trial", "--quiet").stdout.contains("gone.png"))
  }

  @Test(arguments: [
    (["--color", "always"], [:], true), ([], ["FORCE_COLOR": "1"], true), ([], [:], false),
    ([], ["FORCE_COLOR": "true"], true), ([], ["FORCE_COLOR": "0"], false), ([], ["FORCE_COLOR": "false"], false),
    (["--color", "never"], ["FORCE_COLOR": "1"], false), ([], ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
  ])
  func coloursAreForcedAndForbidden(arguments: [String], environment: [String: String], isColored: Bool) async throws {
    let folder = TemporaryFolder()
    try folder.write(CheckTests.goodRequest, to: "a.json")
    let output = try await RichpushBinary.run(
      ["check", "a.json"] + arguments, environment: environment, workingDirectory: folder.path)
    #expect(output.stdout.contains("\u{1B}[") == isColored)
  }
}
