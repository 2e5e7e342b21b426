import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
  func write(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// Anything that is no result.
  func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Replaces what was drawn last on this line of standard error.
  func redraw(_ text: String) { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }

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
