import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct HelpTests {
  @Test(arguments: [["--help"], ["help"], ["-h"]])
  func helpNamesTheSubcommandsAndExitStatuses(arguments: [String]) async throws {
    let output = try await run(arguments).ended(0)
    #expect(output.stderr.isEmpty)
    for word in ["run ", "plan ", "check ", "explain ", "serve ", "init ", "scaffold ", "Exit status: 0"] {
      #expect(output.stdout.contains(word))
    }
    #expect(!output.stdout.contains("worker"))
  }

  @Test func helpOfRunNamesEveryFlagAndVariable() async throws {
    let output = try await run(["run", "--help"])
    #expect(try await run(["help", "run"]) == output && output.status == 0)
    for name in ["config", "output", "base-url", "requests", "jobs", "format", "no-cache", "report", "trial"] {
      #expect(output.stdout.contains("--\(name) "))
      #expect(output.stdout.contains("$RICHPUSH_" + name.uppercased().replacing("-", with: "_")))
    }
  }

  @Test func versionIsThreeNumbers() async throws {
    let output = try await run(["--version"]).ended(0)
    #expect(output.stdout.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    #expect(output.stderr.isEmpty)
  }

  /// A suggestion that is far from what was written is worse than none.
  @Test(arguments: [
    (["rn", "campaign"], "`rn`", "the nearest is `run`; `richpush --help` lists them"),
    (["plna", "campaign"], "`plna`", "the nearest is `plan`; `richpush --help` lists them"),
    (["Chekc", "campaign"], "`Chekc`", "the nearest is `check`; `richpush --help` lists them"),
    (["validate"], "`validate`", "`richpush --help` lists them"), (["lint"], "`lint`", "`richpush --help` lists them"),
    (["foo"], "`foo`", "`richpush --help` lists them"),
    (["help", "chekc"], "`chekc`", "the nearest is `check`; `richpush --help` lists them"),
    (
      ["help", "scaffold", "engin"], "`scaffold engin`",
      "the nearest is `engine`; `richpush scaffold --help` lists them"
    ),
    (
      ["scaffold", "web-wroker"], "`scaffold web-wroker`",
      "the nearest is `web-worker`; `richpush scaffold --help` lists them"
    ),
  ])
  func aCommandThatIsNoneHasTheNearest(arguments: [String], name: String, remedy: String) async throws {
    let output = try await run(arguments)
    #expect(output.status == 2 && output.stdout.isEmpty)
    #expect(
      output.stderr == """
        error richpush  configuration.value
          there is no command \(name)
          remedy: \(remedy)

        """)
  }

  @Test func linesToBeCopiedAreNotBroken() async throws {
    let lines = try await run(["completion", "--help"]).stdout.split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("richpush completion ") }
    #expect(commands.count == 3)
    for command in commands { #expect(command.contains(#/ >["~].*richpush/#), "\(command)") }
  }

  @Test(arguments: [
    ["run", "--colour"], ["run", "--jobs"], ["run", "one", "two"], ["init", "one", "two"], ["--nothing"],
  ])
  func wrongUsageExitsWith2AndSaysWhatIsWrong(arguments: [String]) async throws {
    let output = try await run(arguments).ended(2)
    let next = "refused: the command line\nnext: correct it; `richpush run --help` lists all flags\n"
    #expect(output.stdout == (arguments[0] == "run" ? next : ""))
    #expect(output.stderr.contains("Error: "))
    #expect(output.stderr.contains("Usage: richpush"))
  }

  private func run(_ arguments: [String]) async throws -> ProgramOutput {
    let folder = TemporaryFolder()
    let output = try await RichpushBinary.run(arguments, workingDirectory: folder.path)
    #expect(try folder.names().isEmpty)
    return output
  }
}
