import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// Options that a command line gives several times, where their command takes one value: the parser itself would keep the last, and say
/// nothing of the others.
struct RepeatedOptions {
  /// The words of the command line, without the program's name.
  let words: ArraySlice<String>

  /// - Parameter command: the program's own.
  /// - Throws: `ExitCode(2)` after saying which options have more than one value.
  func refuse(in command: any ParsableCommand.Type) throws {
    let repeated = values.filter { Set($0.value).count > 1 }
    guard !repeated.isEmpty else { return }
    let single = try Self.options(of: command, words)
    let refusals = repeated.filter { single.contains($0.key) }.sorted { $0.key < $1.key }.map(Self.refusal)
    guard refusals.isEmpty else { throw PipelineSetup.explain(refusals) }
  }

  /// What each option is given, in its order. No value begins with two hyphens, unless a sign of equality stands before it.
  private var values: [String: [String]] {
    var values: [String: [String]] = [:]
    let options = Array(words.prefix { $0 != "--" })
    for (index, word) in options.enumerated() where word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let next = options.indices.contains(index + 1) ? options[index + 1] : ""
      values[parts[0], default: []].append(parts.count > 1 ? parts[1] : next)
    }
    return values
  }

  private static func refusal(_ option: String, _ values: [String]) -> Diagnostic {
    let values = values.map { $0.maskingUserInfo.quoted }.joined(separator: ", ")
    return Diagnostic(
      .configurationValue, .init(.configuration, option), "it takes one value, and has several here: \(values)",
      remedy: "leave all but one out")
  }

  /// The options of which the command that the words name takes one value, by the description that the parser gives of all of them.
  /// It is asked for where an option has several values alone, since it describes every command.
  private static func options(
    of command: any ParsableCommand.Type, _ words: ArraySlice<String>
  ) throws -> Set<String> {
    var described = try JSONDecoder().decode(DescribedProgram.self, from: Data(command._dumpHelp().utf8)).command
    for word in words {
      guard let next = described.subcommands?.first(where: { $0.commandName == word }) else { break }
      described = next
    }
    let single = (described.arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
    return Set(single.flatMap { $0.names ?? [] }.map { "--" + $0.name })
  }
}

/// As much of the parser's own description of a program as tells which options may be repeated.
private struct DescribedProgram: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    let kind: String
    let isRepeating: Bool
    let names: [Name]?
  }

  struct Name: Decodable { let name: String }
}
