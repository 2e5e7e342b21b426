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

/// What bash needs besides the parser's script: bash splits `--select=im` at the `=` into three words, while the parser's script only
/// knows values after a space.
enum BashWords {
  /// A function that passes the words on as if each `=` were a space, and completes by that. The line keeps its length, since the
  /// position in it counts. If the user's bash keeps such words whole, the flag precedes the offers. After the format of a report file,
  /// which also has an `=`, it offers files, without a space after the `=`.
  static let script = #"""
    __richpush_parted() {
        local -a parted=()
        local -i index at="${COMP_CWORD}"
        local word former='' line="${COMP_LINE}" before='' cur="${2}"
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            if [[ "${word}" = '=' && "${former}" = --* ]]; then
                line="${line/"${former}="/"${former} "}"
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                    parted+=('')
                elif [[ "${index}" -lt "${COMP_CWORD}" ]]; then
                    ((at--))
                fi
            elif [[ "${word}" = --*=* ]]; then
                line="${line/"${word%%=*}="/"${word%%=*} "}"
                parted+=("${word%%=*}" "${word#*=}")
                [[ "${index}" -le "${COMP_CWORD}" ]] && ((at++))
                [[ "${index}" -eq "${COMP_CWORD}" && "${COMP_WORDBREAKS}" != *=* ]] && before="${word%%=*}="
            else
                parted+=("${word}")
            fi
            former="${word}"
        done
        cur="${cur#"${before}"}"
        [[ "${cur}" = '=' ]] && cur=''
        local -i file="${at}"
        [[ "${parted[at]}" = '=' ]] || ((file--))
        if [[ "${file}" -gt 2 && "${parted[file]}" = '=' && "${parted[file - 2]}" = --report && "${parted[1]}" = check ]]; then
            COMPREPLY=()
            __richpush_add_completions -f
            return
        fi
        local -a COMP_WORDS=("${parted[@]}")
        local COMP_CWORD="${at}" COMP_LINE="${line}"
        _richpush "${1}" "${cur}" "${parted[at - 1]}"
        [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *= ]] && compopt -o nospace 2>/dev/null
        [[ -z "${before}" ]] || COMPREPLY=("${COMPREPLY[@]/#/"${before}"}")
    }

    complete -o filenames -F __richpush_parted richpush
    """#
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

  /// The number of parallel jobs; any number is allowed.
  static let jobs = CompletionKind.list(["auto"])

  /// A shard; any other is written as 3/16.
  static let shards = CompletionKind.list(["auto"])

  /// A format and an `=`, then a file.
  static let reports = CompletionKind.custom { _, _, typed in
    let typed = value(typed)
    guard let sign = typed.firstIndex(of: "=") else { return CheckFormat.allCases.map { $0.rawValue + "=" } }
    return files(typed[typed.index(after: sign)...]).map { typed[...sign] + $0 }
  }

  /// The files and folders in the folder of a path's beginning.
  private static func files(_ typed: Substring) -> [String] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      folder + name + (FileSystem.kind(of: folder + name) == .folder ? "/" : "")
    }
  }

  /// The typed part of a value; some shells include the flag.
  private static func value(_ typed: String) -> String {
    guard typed.hasPrefix("--"), let sign = typed.firstIndex(of: "=") else { return typed }
    return String(typed[typed.index(after: sign)...])
  }

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
      let typed = value(typed)
      let chosen = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
      let taken = Set(chosen.split(separator: ",").map(String.init))
      return all.filter { !taken.contains($0) }.map { chosen + $0 }
    }
  }
}
