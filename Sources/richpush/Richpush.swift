import ArgumentParser
import Cthreads
import Essentials
import Findings
import MediaPipeline

/// The command line. The libraries contain everything about pictures and messages.
@main
struct Richpush: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "richpush", version: richpushVersion,
    subcommands: [
      RunCommand.self, PlanCommand.self, ComposeCommand.self, PublishCommand.self,
      VerifyCommand.self, PruneCommand.self, CheckCommand.self, ExplainCommand.self, ServeCommand.self,
      SchemaCommand.self, InitCommand.self, ScaffoldCommand.self, DoctorCommand.self, CompletionCommand.self,
      WorkerCommand.self,
    ])

  /// ArgumentParser's status for wrong usage is 64; ours are few and documented.
  static func main() async {
    Console.prepareStreams()
    // Before any credentials are read.
    ProcessPreparation.begin()
    if let shortage = ProcessPreparation.shortage ?? (opensFiles ? ProcessPreparation.shortageOfFiles : nil) {
      Console.standard.say(shortage)
      Essentials.exit(ExitStatus.environment.rawValue)
    }
    do {
      try ArgumentEncoding.requireText()
      try refuseUnknownCommand(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      try RepeatedOptions(words: CommandLine.arguments.dropFirst()).refuse(in: self)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let status as ExitCode {
      Essentials.exit(status.rawValue)
    } catch {
      switch exitCode(for: error) {
      case .success: tell(fullMessage(for: error))
      case .validationFailure:
        Console.standard.note(fullMessage(for: error))
        let help = CommandText.text(CommandLine.arguments.dropFirst().prefix(1) + ["--help"])
        Console.standard.conclude(["the command line", "next: correct it; `\(help)` lists all flags"])
        Essentials.exit(ExitStatus.usage.rawValue)
      default:
        // Not a command's own error: unforeseen errors also have the form of findings.
        Console.standard.say(.refused(.machineFailed, .init(.program, "richpush"), error.reason, by: error))
        Essentials.exit(ExitStatus.environment.rawValue)
      }
    }
  }
}

extension Richpush {
  /// Whether the command may start programs or serve clients: not for help or the version, and a worker has its parent's limits, which the
  /// parent checked.
  private static var opensFiles: Bool {
    let words = CommandLine.arguments.dropFirst()
    guard let first = words.first, first != helpName, first != WorkerCommand._commandName else { return false }
    return words.allSatisfy { !["-h", "--help", "--version"].contains($0) }
  }

  /// Ends with the parser's output when all is well, such as help; it is lost if it cannot be written.
  private static func tell(_ text: String) -> Never {
    do { try Console.standard.print(text) } catch {
      Essentials.exit((error as? ExitCode)?.rawValue ?? ExitStatus.environment.rawValue)
    }
    Essentials.exit(ExitStatus.success.rawValue)
  }

  /// Reports an unknown command with the likely one: the parser itself only suggests flags, and `help` takes any word.
  private static func refuseUnknownCommand(_ words: ArraySlice<String>) throws {
    let words = words.first == helpName ? words.dropFirst() : words
    var command: any ParsableCommand.Type = self
    var path = "richpush"
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      let known = command.configuration.subcommands
      guard !known.isEmpty, word != helpName else { return }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        throw refusal(of: word, after: path, known)
      }
      (command, path) = (next, path + " " + word)
    }
  }

  /// The command that the parser adds.
  private static let helpName = "help"

  /// - Parameter path: the parent command.
  private static func refusal(of word: String, after path: String, _ known: [any ParsableCommand.Type]) -> ExitCode {
    let names = known.map { $0.configuration }.filter(\.shouldDisplay).compactMap(\.commandName)
    let nearest = NearestName.near(word, among: names + [helpName]).map { "the nearest is \($0.quoted); " } ?? ""
    let name = (path + " " + word).split(separator: " ").dropFirst().joined(separator: " ")
    return PipelineSetup.refusal(
      .init(.program, "richpush"), "there is no command \(name.quoted)",
      remedy: nearest + "`\(path) --help` lists them")
  }
}

/// The version of the tool.
let richpushVersion = "0.1.0"

/// The address of its documentation, for reports; nil until it has one.
let richpushHome: String? = nil

/// A worker process: started by `run` and `plan`, never by people.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("worker", shouldDisplay: false)

  @Option(help: "Bytes of address space it may use.") var memory: Int

  @Option(help: "For how many seconds processors may be busy with one job.") var processorSeconds: Int?

  func run() async throws {
    cthreads_end_with(WorkerLoop.noThreadsStatus)
    await WorkerLoop.run(memoryLimit: memory, processorSeconds: processorSeconds)
  }
}
