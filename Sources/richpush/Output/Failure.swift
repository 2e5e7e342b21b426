import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// System errors are reported in the form of every other finding.
extension Console {
  /// Says what failed and why.
  ///
  /// - Parameters:
  ///   - action: the attempt, as in `write the report`.
  ///   - name: the path, or a name for it.
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

  /// Reports findings on standard error, equal ones of many places once; the log gets each.
  func say(_ diagnostics: [Diagnostic]) {
    record(diagnostics)
    DiagnosticsText(diagnostics, style: error, isDetailed: isVerbose).lines.forEach(tell)
  }
}
