import ArgumentParser
import Essentials

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

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    Console.standard = Console(environment: ProcessInfo.processInfo.environment, self)
  }
}

/// How most commands print their results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
