import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConsoleTests {
  @Test(.enabled(if: Terminal.isThere, "util-linux's script(1) is needed to make a terminal"))
  func colorsOnATerminalUnlessUnwanted() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let color = "\u{1B}[32mplanned\u{1B}[0m"
    #expect(try await Terminal.plan(workspace, [:]).contains(color))
    #expect(try await Terminal.plan(workspace, ["NO_COLOR": ""]).contains(color))
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let text = try await Terminal.plan(workspace, environment)
      #expect(text.contains("planned"))
      #expect(!text.contains(/\u{1B}\[[0-9;]*m/))
    }
  }

  @Test(.enabled(if: Terminal.isThere, "util-linux's script(1) is needed to make a terminal"))
  func aCheckDrawsABarAndTakesItAway() async throws {
    let workspace = try Workspace()
    try workspace.addDifferentLogos("one.png", "two.png")
    let text = try await Terminal.richpush("check campaign", workspace, [:])
    let last = try #require(text.range(of: "2/2 checked"), "\(text)")
    #expect(text[last.upperBound...].contains("\r\u{1B}[K"))
    #expect(text.hasSuffix("checked, \u{1B}[32mclean\u{1B}[0m\r\n\r\n2 requests to topic `all`\r\n"))
    let dumb = try await Terminal.richpush("check campaign", workspace, ["TERM": "dumb"])
    #expect(
      dumb == String(Workspace.heading.dropLast())
        + "\r\n2 subjects checked, clean\r\n\r\n2 requests to topic `all`\r\n")
  }

  /// A run waits for another and is ended: messages are on separate lines, and the shell's prompt as well.
  @Test(.enabled(if: Terminal.isThere, "util-linux's script(1) is needed to make a terminal"))
  func anInterruptedRunSaysWhatHolds() async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.createFolder("public")
    let lock = open(workspace.folder.absolute("public"), O_RDONLY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    async let output = Terminal.output("run campaign", workspace, [:], transcript: "transcript")
    let waiting = "another run works on \(workspace.folder.absolute("public")); waiting for it to end\r\n"
    try await waitUntil("the run waits") { (try? workspace.folder.text(of: "transcript").contains(waiting)) == true }
    let program = try RichpushBinary.path()
    for process in ProcessTable.all(workingIn: workspace.folder.path) {
      if ProcessTable.command(of: process) == "\(program) run campaign " { kill(process, SIGINT) }
    }
    let ended = try await output
    #expect(ended.status == 128 + SIGINT, "\(ended)")
    #expect(ended.stdout.contains("reading the campaign …\r\u{1B}[K" + waiting), "\(ended)")
    let last = "interrupted: no requests were written, and the next run goes on where this one ended\r\n"
    #expect(ended.stdout.hasSuffix(last), "\(ended)")
  }
}

/// Runs richpush as if in a terminal window.
private enum Terminal {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/script") && ProcessTable.isThere

  /// The output of `richpush plan campaign -v`.
  static func plan(_ workspace: Workspace, _ environment: [String: String]) async throws -> String {
    try await richpush("plan campaign -v", workspace, environment)
  }

  /// The output of `richpush` with these arguments.
  static func richpush(
    _ words: String, _ workspace: Workspace, _ environment: [String: String]
  ) async throws -> String {
    try await output(words, workspace, environment).stdout
  }

  /// The same with the exit status.
  ///
  /// - Parameter transcript: the file that gets at once what is shown.
  static func output(
    _ words: String, _ workspace: Workspace, _ environment: [String: String], transcript: String = "/dev/null"
  ) async throws -> ProgramOutput {
    let variables = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "RICHPUSH_TRIAL": "true"].merging(environment) {
      $1
    }
    // The command goes through a shell, for which a quotation mark in the path ends the quoted text.
    let program = try "'" + RichpushBinary.path().replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    return try await Program("/usr/bin/script").run(
      ["-qefc", "\(program) \(words)", transcript], environment: variables, workingDirectory: workspace.folder.path)
  }
}
