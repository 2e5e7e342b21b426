/// The output and status of an ended program.
public struct ProgramOutput: Hashable, Sendable {
  /// The exit status; 128 and the signal's number when a signal ended it, as shells say.
  public var status: Int32
  /// What it wrote to standard output; invalid UTF-8 is replaced.
  public var stdout: String
  /// What it wrote to standard error.
  public var stderr: String

  public init(status: Int32, stdout: String, stderr: String) {
    self.status = status
    self.stdout = stdout
    self.stderr = stderr
  }
}

/// Why a program has no output to look at.
public enum ProgramError: Error, Hashable, CustomStringConvertible {
  /// It did not end in time and was killed.
  case timedOut(String, after: Duration)
  /// A program of this package is in none of these places.
  case notBuilt(String)
  /// It said that it failed.
  case failed(String, stderr: String)

  public var description: String {
    switch self {
    case .timedOut(let command, let limit): "`\(command)` did not end within \(limit)"
    case .notBuilt(let places): "there is no program at \(places): build it; TEST_BINARY may name another richpush"
    case .failed(let command, let words): "`\(command)` failed: \(words)"
    }
  }
}
