import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ExplainTests {
  private func run(_ arguments: String...) async throws -> ProgramOutput {
    try await RichpushBinary.run(arguments, workingDirectory: packageRoot)
  }

  @Test func everyRuleHasItsLine() async throws {
    let lines = try await run("explain").stdout.split(separator: "\n").map(String.init)
    let list = try JSON(try await run("explain", "--format", "json").stdout)
    #expect(list["version"] == 1)
    let rules = list["rules"].elements
    #expect(lines.count == rules.count)
    for (line, rule) in zip(lines, rules) {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      #expect(parts.map(String.init).first == rule["id"].string)
      #expect(line.hasSuffix(rule["summary"].string ?? "?"))
    }
  }

  @Test func whatIsNoRuleOfTheCheckIsExplainedToo() async throws {
    let output = try await run("explain", "machine.disk-full")
    #expect(try await run("explain", "disk-full") == output)
    #expect(
      output
        == ProgramOutput(
          status: 0,
          stdout: """
            machine.disk-full  error
            The disk, or this user's quota, is full.

            remedy:  Free some space and run again.

            """, stderr: ""))
  }

  @Test(arguments: [
    ("machine.disc-full", "`machine.disc-full`; the nearest is `machine.disk-full`"),
    ("titel", "`titel`; the nearest is `title`"), ("nonsense", "`nonsense`"),
  ])
  func anUnknownNameGetsTheNearest(name: String, words: String) async throws {
    let error = "there is no rule or key \(words). `richpush explain` lists all rules\n"
    #expect(try await run("explain", name) == ProgramOutput(status: 2, stdout: "", stderr: error))
  }

  @Test func aPartOfANameIsEnough() async throws {
    let output = try await run("explain", "trim")
    #expect(output == (try await run("explain", "profiles.ios-motion.trim")) && output.status == 0)
    #expect(
      try await run("explain", "target")
        == ProgramOutput(
          status: 2, stdout: "",
          stderr: """
            several names have `target`. Choose one:
              richpush explain request.target
              richpush explain profiles.android.quality.target
              richpush explain defaults.target
              richpush explain messages.target

            """))
  }

  @Test(arguments: [
    ["explain", "--format", "xml"], ["explain", "a", "b"], ["explain", "image.truncated", "--format", "json"],
    ["explain", "\u{1B}[31m"], ["rules"], ["version"],
  ])
  func wrongUsageExitsWith2(arguments: [String]) async throws {
    let output = try await RichpushBinary.run(arguments, workingDirectory: packageRoot).ended(2)
    #expect(output.stdout.isEmpty)
    #expect(!output.stderr.contains("\u{1B}"))
  }
}
