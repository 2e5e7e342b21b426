import ArgumentParser
import Cthreads
import Essentials
import Findings
import MediaPipeline

/// The command line. Everything it knows about pictures and messages is in the libraries.
@main
struct Richpush: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "richpush",
    abstract: "Pictures for push notifications that really show.",
    discussion: """
      Takes a campaign folder of pictures, makes renditions that Android, Apple's systems, web push and the Notifications \
      composer all accept, publishes them and writes ready-to-send FCM HTTP v1 requests. What would not show is said before \
      sending, with the reason and the remedy.

      Exit status: 0 all is well; 1 a picture or a message is refused, or a check found something; 2 wrong usage or \
      configuration, or a destination that takes nothing; 3 the machine or the network failed and trying again may help.
      """,
    version: richpushVersion,
    subcommands: [
      RunCommand.self, PlanCommand.self, MergeCommand.self, ComposeCommand.self, PublishCommand.self,
      VerifyCommand.self,
      PruneCommand.self,
      CheckCommand.self, RulesCommand.self,
      ExplainCommand.self, ServeCommand.self, SchemaCommand.self, InitCommand.self, ScaffoldCommand.self,
      DoctorCommand.self, VersionCommand.self, CompletionCommand.self, WorkerCommand.self,
    ])

  /// ArgumentParser's own status for wrong usage is 64; ours are few and documented.
  static func main() async {
    Console.prepareStreams()
    // Before any credentials are read.
    ProcessPreparation.begin()
    if let shortage = ProcessPreparation.shortage {
      Console.standard.say(shortage)
      Essentials.exit(ExitStatus.environment.rawValue)
    }
    do {
      try refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let status as ExitCode {
      Essentials.exit(status.rawValue)
    } catch {
      switch exitCode(for: error) {
      case .success: exit(withError: error)
      case .validationFailure:
        Console.standard.note(fullMessage(for: error))
        Essentials.exit(ExitStatus.usage.rawValue)
      default:
        // Nothing that a command threw itself: what nobody foresaw has the form of every finding too.
        Console.standard.say(Diagnostic(.machineFailed, .init(.program, "richpush"), error.reason))
        Essentials.exit(ExitStatus.environment.rawValue)
      }
    }
  }
}

extension Richpush {
  /// Says of a word that is no command which is meant: the parser itself has suggestions for flags alone.
  ///
  /// - Throws: `ExitCode(2)`.
  private static func refuseUnknownCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-") else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(word) else { return }
    let nearest = NearestName.find(word, among: names.filter { $0 != WorkerCommand.configuration.commandName })
    throw PipelineSetup.explain([
      Diagnostic(
        .configurationValue, .init(.program, "richpush"), "there is no command \(word.quoted)",
        remedy: (nearest.map { "the nearest is \($0.quoted); " } ?? "") + "`richpush --help` lists them")
    ])
  }
}

/// The version of the tool.
let richpushVersion = "0.1.0"

/// The address of its documentation, for reports that name one; nil until it has one.
let richpushHome: String? = nil

/// A worker process: started by `run` and `plan`, never by people.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does a run's decoding in a process of its own.", shouldDisplay: false)

  @Option(help: "Bytes of address space it may use.")
  var memory: Int

  @Option(help: "For how many seconds processors may be busy with one job.")
  var processorSeconds: Int?

  func run() async throws {
    cthreads_end_with(WorkerLoop.noThreadsStatus)
    await WorkerLoop.run(memoryLimit: memory, processorSeconds: processorSeconds)
  }
}

/// Scripts that complete what is typed.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a script that completes commands, flags and their values in a shell.",
    discussion: """
      bash: richpush completion bash > ~/.local/share/bash-completion/completions/richpush
      zsh:  richpush completion zsh > "${fpath[1]}/_richpush"
      fish: richpush completion fish > ~/.config/fish/completions/richpush.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let shell = CompletionShell(rawValue: shell.rawValue) ?? .bash
    try Console.standard.print(Richpush.completionScript(for: shell))
  }
}
