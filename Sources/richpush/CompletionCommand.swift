import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Shell completion scripts.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a script that completes commands, flags and their values in a shell.",
    // Lines that fit a terminal of 80 columns, so that each can be copied.
    discussion: """
      bash:
      richpush completion bash >~/.local/share/bash-completion/completions/richpush
      zsh:
      richpush completion zsh >"${fpath[1]}/_richpush"
      fish:
      richpush completion fish >~/.config/fish/completions/richpush.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

  @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

  func run() throws {
    try Console.standard.print(Richpush.completionScript(for: CompletionShell(rawValue: shell.rawValue) ?? .bash))
  }
}

/// Completions for values with known choices.
extension CompletionKind {
  /// pipeline.yml under any name.
  static let pipeline = CompletionKind.file(extensions: ["yml", "yaml"])

  /// A JSON file: an index, a report.
  static let json = CompletionKind.file(extensions: ["json"])

  /// A page.
  static let page = CompletionKind.file(extensions: ["html"])

  /// The identifiers of rules and incidents.
  static let rules = CompletionKind.list(RuleCatalog.standard.identifiers.map(\.rawValue))

  /// The same separated by commas, and their groups.
  static let ruleLists = words(RuleCatalog.standard.groups + RuleCatalog.standard.identifiers.map(\.rawValue))

  /// Platforms separated by commas.
  static let platforms = words(Platform.allCases.map(\.rawValue))

  /// The formats of all commands except those that have more.
  static let formats = CompletionKind.list(OutputFormat.allCases.map(\.rawValue))

  /// The modes of a shared cache.
  static let cacheModes = CompletionKind.list(RemoteCacheSettings.Mode.allCases.map(\.rawValue))

  /// The number of parallel jobs, or of a shard; numbers are also allowed.
  static let automatic = CompletionKind.list(["auto"])

  /// A format and an `=`, before a file.
  static let reports = CompletionKind.list(CheckFormat.allCases.map { $0.rawValue + "=" })

  /// The names of destinations in the pipeline.yml here or in the named one, if readable.
  static let destinations = CompletionKind.custom { words, _, _ in
    ConfigurationFile.readable(configuration(in: words)).configuration.destinations.map(\.name)
  }

  /// The file that a command line names by `--config`.
  private static func configuration(in words: [String]) -> String? {
    let flag = "--config"
    if let joined = words.last(where: { $0.hasPrefix(flag + "=") }) { return String(joined.dropFirst(flag.count + 1)) }
    return words.lastIndex(of: flag).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  /// Words separated by commas: the text up to the last comma stays, and no word is offered twice.
  private static func words(_ all: [String]) -> CompletionKind {
    .custom { _, _, typed in
      let chosen = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
      let taken = Set(chosen.split(separator: ",").map(String.init))
      return all.filter { !taken.contains($0) }.map { chosen + $0 }
    }
  }
}
