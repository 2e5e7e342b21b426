import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// Repeated options that take one value: the parser itself would silently keep the last.
struct RepeatedOptions {
  /// The command line's words, without the program's name.
  let words: ArraySlice<String>

  /// - Parameter command: the program's own.
  /// - Throws: `ExitCode(2)` after saying which options have several values.
  func refuse(in command: any ParsableCommand.Type) throws {
    let repeated = values.filter { Set($0.value).count > 1 }
    guard !repeated.isEmpty else { return }
    let single = try Self.options(of: command, words)
    let refusals = repeated.filter { single.contains($0.key) }.sorted { $0.key < $1.key }.map(Self.refusal)
    guard refusals.isEmpty else { throw PipelineSetup.explain(refusals) }
  }

  /// The values of each option, in order. Values only begin with two hyphens after an `=`.
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

  /// The named command's options with one value, from the parser's description of all. It describes every command, so it is only
  /// requested for repeated options.
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

/// The part of the parser's description that says which options may be repeated.
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
