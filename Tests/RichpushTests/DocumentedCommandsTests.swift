import Foundation
import TestSupport
import Testing

/// The commands in README.md and docs do what the pages show, the reference has every command, and the program in docs compiles.
/// `make docs` writes the answers again.
@Suite(.timeLimit(.minutes(30))) struct DocumentedCommandsTests {
  /// scripts/documentation runs the commands of each page in a separate folder.
  @Test func theAnswersAreThoseOfTheProgram() async throws {
    let output = try await Program(packageRoot + "/scripts/documentation").run(
      ["--check", "--program", try RichpushBinary.path()], workingDirectory: packageRoot, timeLimit: .seconds(1500))
    #expect(output.status == 0, "run `make docs`\n\(output.stdout)\(output.stderr)")
  }

  @Test func everyFlagIsInTheReference() async throws {
    let output = try await RichpushBinary.run(["--experimental-dump-help"], workingDirectory: packageRoot)
    let reference = try await Program(packageRoot + "/scripts/manual").run(["--markdown", try RichpushBinary.path()])
      .stdout
    let commands = shownCommands(below: try JSON(output.stdout)["command"], words: [])
    #expect(commands.count > 10)
    for (words, command) in commands {
      let section = section("richpush " + words.joined(separator: " "), of: reference)
      let missing = flags(of: command).filter { !section.contains("`\($0)`") && !section.contains("`\($0) ") }
      #expect(missing == [], "scripts/manual leaves out flags of \(words)")
    }
  }

  @Test(.enabled(if: OutsidePackage.folder != nil, "there are no modules beside the tests, or no swiftc in PATH"))
  func theExampleOfALibraryCompilesInAnotherPackage() async throws {
    let examples = try Markdown("docs/library.md").blocks("swift")
    #expect(!examples.isEmpty)
    for example in examples { #expect(try await OutsidePackage.compilerErrors(in: example) == "") }
  }

  /// Each with the words by which it is called.
  private func shownCommands(below command: JSON, words: [String]) -> [(words: [String], command: JSON)] {
    command["subcommands"].elements.filter { $0["shouldDisplay"] != false && $0["commandName"] != "help" }.flatMap {
      inner in
      let words = words + [inner["commandName"].string ?? ""]
      return [(words, inner)] + shownCommands(below: inner, words: words)
    }
  }

  /// The text from a heading to the next; empty without such a heading.
  private func section(_ heading: String, of text: String) -> String {
    let begin = text.firstRange(of: "# " + heading + "\n")
    return begin.map { text[$0.upperBound...].components(separatedBy: "\n#")[0] } ?? ""
  }

  /// The long ones that are shown, but for those that every command has.
  private func flags(of command: JSON) -> [String] {
    let names = command["arguments"].elements.filter { $0["shouldDisplay"] != false }.flatMap { $0["names"].elements }
    let long = names.filter { $0["kind"] == "long" }.compactMap { $0["name"].string }
    return long.filter { !["help", "version"].contains($0) }.map { "--" + $0 }
  }
}
