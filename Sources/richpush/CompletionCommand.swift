import ArgumentParser

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

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let shell = CompletionShell(rawValue: shell.rawValue) ?? .bash
    try Console.standard.print(CompletionScript(shell: shell).text)
  }
}

/// The parser's own script, with the names of commands after `help`: that is the parser's command, which offers nothing there.
struct CompletionScript {
  let shell: CompletionShell

  var text: String {
    let script = Richpush.completionScript(for: shell)
    switch shell {
    case .zsh: return zsh(script).replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'")
    case .fish: return script + "\n" + fish
    default: return script + "\n\n" + bash + "\n\n" + BashWords.script
    }
  }

  private var commands: String {
    Richpush.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay).compactMap(\.commandName)
      .joined(separator: " ")
  }

  /// Replaces the function of that name, which was read before.
  private var bash: String {
    """
    _richpush_help() {
        [[ "${#unparsed_words[@]}" -gt 1 ]] || COMPREPLY+=($(compgen -W '\(commands)' -- "${cur}"))
    }
    """
  }

  /// With an `=` after each option that has a value, which may then follow a space or the `=`.
  private func zsh(_ script: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.replacing(/^(\s+'\*?--[a-z-]+)(\[.*[^\\]\]:)/) { "\($0.output.1)=\($0.output.2)" }
    }.joined(separator: "\n")
  }

  private var fish: String {
    let isFirst = #"__richpush_should_offer_completions_for_positional "richpush help" -eq 1"#
    return "complete -c 'richpush' -n '\(isFirst)' -fa '\(commands)'"
  }
}
