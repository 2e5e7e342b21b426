import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct HelpTests {
  @Test(arguments: [["--help"], ["help"], ["-h"]])
  func helpNamesTheSubcommandsAndExitStatuses(arguments: [String]) async throws {
    let output = try await run(arguments)
    #expect(output.status == 0)
    #expect(output.stderr.isEmpty)
    for word in ["run ", "plan ", "check ", "explain ", "serve ", "init ", "scaffold ", "Exit status: 0"] {
      #expect(output.stdout.contains(word))
    }
    #expect(!output.stdout.contains("worker"))
  }

  @Test(arguments: [["help", "run"], ["run", "--help"]])
  func helpOfRunNamesEveryFlagAndVariable(arguments: [String]) async throws {
    let output = try await run(arguments)
    #expect(output.status == 0)
    for name in ["config", "output", "base-url", "requests", "jobs", "format", "no-cache", "report", "trial"] {
      #expect(output.stdout.contains("--\(name) "))
      #expect(output.stdout.contains("$RICHPUSH_" + name.uppercased().replacing("-", with: "_")))
    }
  }

  @Test func versionIsThreeNumbers() async throws {
    let output = try await run(["--version"])
    #expect(output.status == 0)
    #expect(output.stdout.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(output.stderr.isEmpty)
  }

  @Test(arguments: [("rn", "run"), ("plna", "plan"), ("Chekc", "check")])
  func aCommandThatIsNoneHasTheNearest(word: String, nearest: String) async throws {
    let output = try await run([word, "campaign"])
    #expect(output.status == 2)
    #expect(
      output.stderr == """
        error richpush  configuration.value
          there is no command `\(word)`
          remedy: the nearest is `\(nearest)`; `richpush --help` lists them

        """)
  }

  /// A suggestion that is far from what was written is worse than none.
  @Test(arguments: ["validate", "lint", "foo"])
  func aCommandThatIsNearNothingHasNoSuggestion(word: String) async throws {
    let output = try await run([word])
    #expect(output.status == 2)
    #expect(output.stderr.hasSuffix("there is no command `\(word)`\n  remedy: `richpush --help` lists them\n"))
  }

  @Test(arguments: [
    (["help", "chekc"], "`chekc`", "`check`; `richpush --help`"),
    (["help", "scaffold", "engin"], "`scaffold engin`", "`engine`; `richpush scaffold --help`"),
    (["scaffold", "web-wroker"], "`scaffold web-wroker`", "`web-worker`; `richpush scaffold --help`"),
  ])
  func helpAndCommandsOfCommandsSuggestToo(arguments: [String], name: String, nearest: String) async throws {
    let output = try await run(arguments)
    #expect(output.status == 2 && output.stdout.isEmpty)
    #expect(
      output.stderr.hasSuffix("there is no command \(name)\n  remedy: the nearest is \(nearest) lists them\n"),
      "\(output.stderr)")
  }

  @Test func linesToBeCopiedAreNotBroken() async throws {
    let lines = try await run(["completion", "--help"]).stdout.split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("richpush completion ") }
    #expect(commands.count == 3)
    for command in commands { #expect(command.contains(#/ >["~].*richpush/#), "\(command)") }
  }

  @Test(arguments: [
    (["run", "--reprot", "r.json"], "--report"), (["check", ".", "--formt", "json"], "--format"),
    (["compose", "index.json", "--request", "x"], "--requests"),
  ])
  func aFlagThatIsNoneHasTheNearest(arguments: [String], nearest: String) async throws {
    let output = try await run(arguments)
    #expect(output.status == 2)
    #expect(output.stderr.contains("Did you mean '\(nearest)'?"), "\(output.stderr)")
  }

  /// Foundation's words for what it does not want to say.
  @Test(arguments: [["run", "--config", "none.yml"], ["check", ".", "--baseline", "none.json"]])
  func whatCannotBeReadIsSaidInTheSystemsWords(arguments: [String]) async throws {
    let output = try await run(arguments)
    #expect(output.status == 2)
    #expect(output.stderr.hasPrefix("error none."), "\(output.stderr)")
    #expect(!output.stderr.contains("could not be completed"), "\(output.stderr)")
  }

  /// Reading its memory at address 0 is nothing that any process may.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem"), "Linux has such a file"))
  func whatTheMachineRefusesHasTheFormOfEveryFinding() async throws {
    let folder = try TemporaryFolder()
    try folder.link("index.json", to: "/proc/self/mem")
    let output = try await run(["compose", folder.path, "."])
    #expect(output.status == 3)
    #expect(output.stderr.contains("/index.json  machine.failed\n  cannot read it: "), "\(output.stderr)")
  }

  @Test(arguments: [
    ["run", "--colour"], ["run", "--jobs"], ["run", "one", "two"], ["init", "one", "two"], ["--nothing"],
  ])
  func wrongUsageExitsWith2AndSaysWhatIsWrong(arguments: [String]) async throws {
    let output = try await run(arguments)
    #expect(output.status == 2)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains("Error: "))
    #expect(output.stderr.contains("Usage: richpush"))
  }

  private func run(_ arguments: [String]) async throws -> ProgramOutput {
    let folder = try TemporaryFolder()
    let output = try await RichpushBinary.run(arguments, workingDirectory: folder.path)
    #expect(try folder.names().isEmpty)
    return output
  }
}
