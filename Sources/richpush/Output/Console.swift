import ArgumentParser
import Foundation

/// Where words go: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The console of this process.
  static let standard = Console(environment: ProcessInfo.processInfo.environment)

  /// Whether standard error is a terminal that can redraw a line.
  let showsProgress: Bool
  /// Styles for standard output.
  let output: Style
  /// Styles for standard error.
  let error: Style

  init(environment: [String: String]) {
    // https://no-color.org: any value but the empty one switches colour off.
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    output = Style(isColored: allowsColor && isatty(STDOUT_FILENO) == 1)
    error = Style(isColored: allowsColor && isatty(STDERR_FILENO) == 1)
  }

  /// A result.
  ///
  /// - Throws: when nobody can get it, because the disk is full or the reader has gone.
  func write(_ text: String) throws { try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }

  /// A result that comes in parts, which are written some at a time. A line ends behind the last.
  ///
  /// - Throws: as `write(_:)`.
  func write(_ parts: (_ write: (Data) throws -> Void) throws -> Void) throws {
    var waiting = Data()
    try parts { part in
      waiting += part
      guard waiting.count >= 1 << 16 else { return }
      try FileHandle.standardOutput.write(contentsOf: waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    try FileHandle.standardOutput.write(contentsOf: waiting + Data("\n".utf8))
  }

  /// Anything that is no result. Nothing can be said about an error that cannot be written.
  func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }

  /// Replaces what was drawn last on this line of standard error.
  func redraw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8)) }

  /// Opens whatever of the three standard streams was closed by the caller, so that no other file takes its number and gets the
  /// words meant for it; and has writing to a reader that is gone fail instead of ending the process.
  static func prepareStreams() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one. Reading only: a write to a closed stream must fail as before.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The width of the terminal in columns.
  var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Colours, or none.
struct Style: Sendable {
  let isColored: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Console {
  /// A result that is all that a command has to say.
  ///
  /// - Throws: `ExitCode(3)` after saying why nobody can get it.
  func print(_ text: String) throws {
    do {
      if !text.isEmpty { try write(text) }
    } catch {
      throw outputFailure(error)
    }
  }
}
