import Foundation
import TestSupport
import Testing

/// Completions of the Tab key: every option and argument declares its own.
@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
  /// The user's own texts, numbers and addresses, for which there is nothing to offer.
  private static let free: Set<String> = [
    "--base-url", "--project", "--cache-url", "--retries", "--timeout", "--shards", "--link-speed",
    "--topic", "--bucket", "--region", "--site", "--name", "--image", "--port", "scaffold --jobs",
  ]

  @Test func whateverTakesAFileAFolderOrOneOfSeveralWordsIsCompleted() async throws {
    let all = try await arguments()
    #expect(all.count > 100)
    let lacking = all.filter { $0.argument["completionKind"] == .null && !Self.free.contains($0.name) }
    #expect(
      lacking.map { "\($0.command) \($0.name)" } == [], "give each a completion, or name it among those that have none")
  }

  @Test(arguments: [
    ("compose", "manifest", "file"), ("publish", "report|folder", "file"), ("verify", "index.json|folder", "file"),
    ("serve", "folder", "directory"), ("publish", "--to", "custom"),
    ("prune", "--to", "custom"), ("run", "--cache-mode", "list"), ("init", "--platforms", "custom"),
    ("check", "--report", "list"), ("check", "--select", "custom"), ("run", "--output", "directory"),
    ("run", "--contact-sheet", "file"), ("run", "--shard", "list"), ("verify", "--format", "list"),
  ])
  func itIsOfTheRightKind(command: String, name: String, kind: String) async throws {
    let argument = try await arguments().first { $0.command == "richpush " + command && $0.name == name }
    #expect(argument?.argument["completionKind"].keys == [kind])
  }

  /// As the scripts of the shells ask: the words, which of them is completed, and how much of it is typed.
  @Test(arguments: [
    (["check", ".", "--select", "http,ios.mut"], "--select", ["http,ios.mutable-content"], ["http,http", "ios"]),
    (["check", ".", "--ignore", ""], "--ignore", ["http", "ios.mutable-content"], [""]),
    (["init", "--platforms", "ios,"], "--platforms", ["ios,android", "ios,web"], ["ios,ios", "android"]),
  ])
  func wordsWithCommasGoOnBehindThem(
    words: [String], flag: String, offered: [String], others: [String]
  ) async throws {
    let line = try await complete(words, flag, in: TemporaryFolder())
    #expect(Set(offered).isSubset(of: line) && Set(others).isDisjoint(with: line), "\(line)")
  }

  @Test func destinationsAreThoseOfTheFileThatIsNamed() async throws {
    let folder = TemporaryFolder()
    for name in ["pipeline", "other"] {
      try folder.write("publish: [{to: directory, name: of-\(name), path: public}]\n", to: name + ".yml")
    }
    for command in ["publish", "prune", "run"] {
      #expect(try await complete([command, "--to", ""], "--to", in: folder) == ["of-pipeline"])
      let other = try await complete([command, "--config", "other.yml", "--to", ""], "--to", in: folder)
      #expect(other == ["of-other"])
    }
  }

  private func complete(_ words: [String], _ flag: String, in folder: TemporaryFolder) async throws -> [String] {
    let typed = words.last ?? ""
    let output = try await RichpushBinary.run(
      ["---completion", words[0], "--", flag, "\(words.count)", "\(typed.count)", "richpush"] + words,
      workingDirectory: folder.path
    ).ended(0)
    return output.stdout.split(separator: "\n").map(String.init)
  }

  /// Every option and argument that has a value, with the command that takes it.
  private func arguments() async throws -> [(command: String, name: String, argument: JSON)] {
    let output = try await RichpushBinary.run(["--experimental-dump-help"], workingDirectory: packageRoot)
    return found(in: try JSON(output.stdout)["command"], below: "")
  }

  private func found(in command: JSON, below path: String) -> [(command: String, name: String, argument: JSON)] {
    let path = path + (path.isEmpty ? "" : " ") + (command["commandName"].string ?? "")
    let own = command["arguments"].elements.filter { $0["kind"] != "flag" && $0["shouldDisplay"] != false }
    let inner = command["subcommands"].elements.filter { $0["shouldDisplay"] != false && $0["commandName"] != "help" }
    return own.map { (path, name(of: $0, path), $0) } + inner.flatMap { found(in: $0, below: path) }
  }

  /// `--flag`, or what an argument is called; the number of jobs of a scaffold has no word among its values.
  private func name(of argument: JSON, _ path: String) -> String {
    guard let name = argument["preferredName"]["name"].string else { return argument["valueName"].string ?? "" }
    return path.hasPrefix("richpush scaffold") && name == "jobs" ? "scaffold --jobs" : "--" + name
  }
}
