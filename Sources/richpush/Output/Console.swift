import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import Synchronization
import SystemPackage

/// Where words go: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The console of this process, configured by its flags.
  static var standard: Console {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// All consoles share one standard error.
  private static let screen = Screen()

  private static let current = Mutex(Console(environment: ProcessInfo.processInfo.environment))

  /// Whether standard error is a terminal that can redraw a line, and may.
  let showsProgress: Bool
  /// Whether each file gets a line.
  let showsLines: Bool
  /// Whether results without problems are not printed.
  let isQuiet: Bool
  let isVerbose: Bool
  /// Styles for standard output.
  let output: Style
  /// Styles for standard error.
  let error: Style

  init(environment: [String: String], _ options: OutputOptions? = nil) {
    let isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    let progress = options?.progress ?? .auto
    (isQuiet, isVerbose) = (options?.quiet ?? false, options?.verbose ?? false)
    // Details would interrupt a redrawn line.
    showsProgress = isTerminal && progress == .auto && !isQuiet && !isVerbose
    showsLines = !isQuiet && (progress == .plain || isVerbose && progress != .none)
    output = Self.style(STDOUT_FILENO, environment, options)
    error = Self.style(STDERR_FILENO, environment, options)
  }

  private static func style(_ descriptor: Int32, _ environment: [String: String], _ options: OutputOptions?) -> Style {
    Style(
      isColored: isColored(descriptor, environment, options?.color ?? .auto),
      columns: isatty(descriptor) == 1 ? columns(of: descriptor) : nil)
  }

  /// A flag wins over variables, which must not be empty: NO_COLOR switches colours off (https://no-color.org), FORCE_COLOR on
  /// (https://force-color.org), or with `0` or `false` off, as in most programs.
  private static func isColored(
    _ descriptor: Int32, _ environment: [String: String], _ wish: OutputOptions.Color
  ) -> Bool {
    switch wish {
    case .always: return true
    case .never: return false
    case .auto:
      if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
      if let force = environment["FORCE_COLOR"], !force.isEmpty { return !["0", "false"].contains(force.lowercased()) }
      return environment["TERM"] != "dumb" && isatty(descriptor) == 1
    }
  }

  /// A result.
  ///
  /// - Throws: when the disk is full or the reader is gone.
  func write(_ text: String) throws {
    Self.screen.clear()
    try FileDescriptor.standardOutput.writeAll((text + "\n").utf8)
  }

  /// A result in parts, several of which are written at a time. A line break follows the last.
  func write(_ parts: (_ write: (Data) throws -> Void) throws -> Void) throws {
    Self.screen.clear()
    var waiting = Data()
    try parts { part in
      waiting += part
      guard waiting.count >= 1 << 16 else { return }
      try FileDescriptor.standardOutput.writeAll(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    try FileDescriptor.standardOutput.writeAll(waiting + Data("\n".utf8))
  }

  /// Anything that is not a result.
  func note(_ text: String) { Self.screen.say(error.wrapped(text)) }

  /// Useful facts although all is well.
  func hint(_ text: String) { if !isQuiet { note(text) } }

  /// Why work pauses; a redrawn line says so itself.
  func wait(_ text: String) { if !showsProgress { hint(text) } }

  /// A line for each file, if requested.
  func line(_ text: String) { if showsLines { note(text) } }

  /// Details for troubleshooting.
  func detail(_ text: String) { if isVerbose { note(text) } }

  /// Says the last words of a process that is being ended; later output is dropped.
  func close(with words: String) { Self.screen.close(with: error.wrapped(words)) }

  /// Replaces the drawn text on this line of standard error.
  func redraw(_ text: String) { Self.screen.draw(text) }

  /// Opens standard streams that the caller closed, so that no other file takes their number and gets their text; and makes
  /// writing to a closed pipe fail instead of ending the process.
  static func prepareStreams() {
    BrokenPipes.makeErrors()
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one. Reading only: a write to a closed stream must still fail.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The width of the terminal in columns.
  var columns: Int { Self.columns(of: STDERR_FILENO) ?? 80 }

  /// nil if it is no terminal, or one without a size.
  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}

extension Console {
  /// A result in the wanted form; in words not if you want to read nothing where all is well.
  func answer(
    _ format: OutputFormat, isGood: Bool = false, json: @autoclosure () throws -> String,
    text: @autoclosure () -> String
  ) throws {
    switch format {
    case .json: try print(json())
    case .text where isQuiet && isGood: return
    case .text: try show(text())
    }
  }

  /// A result in words that is all of a command's output.
  func show(_ text: String) throws { try print(output.wrapped(text)) }

  /// A result that is all of a command's output.
  ///
  /// - Throws: `ExitCode(3)` after saying why writing failed.
  func print(_ text: String) throws {
    do {
      if !text.isEmpty { try write(text) }
    } catch { throw outputFailure(error) }
  }
}

/// System errors are reported in the form of every other finding.
extension Console {
  /// Says what failed and why.
  ///
  /// - Parameter action: the attempt, as in `write the report`.
  /// - Returns: `ExitCode(3)`, to be thrown.
  func failure(to action: String, _ name: String, _ error: any Error) -> ExitCode {
    say(.refused(.machineWriteFailed, .init(.file, name), "cannot \(action): \(error.reason)", by: error))
    return ExitCode(ExitStatus.environment.rawValue)
  }

  /// Says that writing to standard output failed. A reader that closed it early, as `head` does, gets no message.
  ///
  /// - Returns: `ExitCode(3)`, or 141 like a program ended by SIGPIPE, to be thrown.
  func outputFailure(_ error: any Error) -> ExitCode {
    if error.reason == String(cString: strerror(EPIPE)) { return ExitCode(128 + SIGPIPE) }
    return failure(to: "write the results", "standard output", error)
  }

  /// Reports a finding on standard error.
  func say(_ diagnostic: Diagnostic) { say([diagnostic]) }

  /// Reports findings on standard error, equal ones of many places once.
  func say(_ diagnostics: [Diagnostic]) {
    DiagnosticsText(diagnostics, style: error, isDetailed: isVerbose).lines.forEach(note)
  }
}

/// How much is reported during a command, where, and how it looks.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: .text("console.verbose")) var verbose = false

  @Flag(name: .shortAndLong, help: "Print nothing where all is well, and no progress.") var quiet = false

  enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
    /// A bar on a terminal, nothing elsewhere.
    case auto
    /// A line for each file.
    case plain
    case none
  }

  @Option(help: .text("console.progress")) var progress: ProgressStyle = .auto

  enum Color: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(help: "When colours are used: auto, always or never. [$NO_COLOR, $FORCE_COLOR]") var color: Color = .auto

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    Console.standard = Console(environment: ProcessInfo.processInfo.environment, self)
  }
}

/// How most commands print their results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
