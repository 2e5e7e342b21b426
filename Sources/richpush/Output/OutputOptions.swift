import ArgumentParser
import Essentials
import MediaPipeline

/// How much is reported during a command, where, and how it looks.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Also tell of each file, and what is read, waited for and tried again.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print nothing where all is well, and no progress.")
  var quiet = false

  enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
    /// A bar on a terminal, nothing elsewhere.
    case auto
    /// A line for each file.
    case plain
    case none
  }

  @Option(help: "How progress is shown: auto (a bar on a terminal), plain (a line for each file) or none.")
  var progress: ProgressStyle = .auto

  enum Color: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(help: "When colours are used: auto, always or never. [$NO_COLOR, $FORCE_COLOR]")
  var color: Color = .auto

  @Option(
    name: .customLong("log-file"),
    help: ArgumentHelp(
      "Also append what happens, each finding and the end, with the time, to a file.", valueName: "file"),
    completion: .file())
  var logFile: String?

  enum LogFormat: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(name: .customLong("log-format"), help: "The form of the log's lines: text or json.")
  var logFormat: LogFormat = .text

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if logFormat != .text, logFile == nil { throw ValidationError("--log-format needs --log-file FILE") }
    if let logFile, !OutputKind.log.mayReplace(logFile) {
      throw ValidationError(
        "\(logFile) is not a log: lines at its end would spoil it; name another file, or remove this one")
    }
    let log: LogFile?
    do { log = try logFile.map { try LogFile($0, format: logFormat) } } catch {
      throw ValidationError("the log \(logFile ?? "") cannot be written: \(error.reason)")
    }
    Console.standard = Console(environment: ProcessInfo.processInfo.environment, self, log: log)
  }
}
