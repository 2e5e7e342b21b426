import Foundation
import TestSupport
import Testing

/// The words that a cut takes from a picture are said, quoted where tesseract reads them.
@Suite(.timeLimit(.minutes(10))) struct CutWordsTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "profiles: {android: {fit: cover}, web: {fit: cover}}\n")
    try workspace.folder.write(WordPoster.svg, to: "campaign/poster.svg")
    return workspace
  }

  /// The message of the warning about cut words.
  private func warning(_ workspace: Workspace, path: String? = nil) async throws -> String? {
    let environment = path.map { ["PATH": $0] } ?? [:]
    let output = try await workspace.richpush(["plan", "campaign", "--format", "json"], environment: environment)
    #expect(output.status == 0, "\(output)")
    let found = try JSON(output.stdout)["diagnostics"].elements.filter {
      $0["rule"] == "image.cut" && $0["severity"] == "warning"
    }
    return found.first?["message"].string
  }

  /// Puts a script in tesseract's place.
  ///
  /// - Returns: `PATH`.
  private func replace(_ script: String, in workspace: Workspace) throws -> String {
    try workspace.folder.write("#!/bin/sh\n\(script)\n", to: "bin/tesseract")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workspace.folder.absolute("bin/tesseract"))
    return workspace.folder.absolute("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  }

  private let unread = "Android and web cut off its words, at the top and bottom; 50 % of the picture remains"

  @Test(.enabled(if: Program.isInstalled("tesseract"), "tesseract is not installed"))
  func theyAreQuoted() async throws {
    let workspace = try workspace()
    let quoted =
      "Android and web do not show \"BLACK FRIDAY ONLY UNTIL SUNDAY\", at the top and bottom; 50 % of the picture remains"
    #expect(try await warning(workspace) == quoted)
    #expect(try await warning(workspace) == quoted)
  }

  /// The program in tesseract's place: none of them can be waited for, or believed.
  @Test(arguments: [
    "exec sleep 1000", "exit 1", "kill -9 $$", "echo rubbish", "exec cat /dev/zero", "exec cat >&2 </dev/zero",
    "printf '5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t99999999999999999999\\t1\\t99\\tBLACK\\n'",
  ])
  func aProgramThatDoesNotReadChangesNothing(_ script: String) async throws {
    let workspace = try workspace()
    let list = "[ \"$1\" = --list-langs ] && { printf 'List (1):\\nLatin\\n'; exit; }"
    let path = try replace("\(list)\n\(script)", in: workspace)
    #expect(try await warning(workspace, path: path) == unread)
  }

  @Test func aProgramThatListsNothingIsNotUsed() async throws {
    let workspace = try workspace()
    let path = try replace("exec sleep 1000", in: workspace)
    #expect(try await warning(workspace, path: path) == unread)
  }

  /// Facts of a picture are remembered with the program that read it.
  @Test(.enabled(if: Program.isInstalled("tesseract"), "tesseract is not installed"))
  func aPictureIsReadOnceTesseractIsThere() async throws {
    let workspace = try workspace()
    let path = try replace("exit 1", in: workspace)
    func run(_ environment: [String: String]) async throws -> String {
      let output = try await workspace.richpush(["run", "campaign"], environment: environment)
      return output.stdout + output.stderr
    }
    #expect(try await run(["PATH": path]).contains("cut off its words, at the top"))
    #expect(try await run([:]).contains("do not show \"BLACK FRIDAY ONLY UNTIL SUNDAY\""))
  }
}
