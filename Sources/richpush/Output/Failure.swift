import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// What the machine refuses a command is said in the form of every other finding.
extension Console {
  /// Says what could not be done and why.
  ///
  /// - Parameters:
  ///   - action: what was tried, as in `write the report`.
  ///   - name: the path, or what stands for it.
  /// - Returns: `ExitCode(3)`, to be thrown.
  func failure(to action: String, _ name: String, _ error: any Error) -> ExitCode {
    say(.refused(.machineWriteFailed, .init(.file, name), "cannot \(action): \(error.reason)", by: error))
    return ExitCode(ExitStatus.environment.rawValue)
  }

  /// Says that standard output did not take the results. Who has read enough and closed it, as `head` does, is told nothing.
  ///
  /// - Returns: `ExitCode(3)`, or 141 as of a program that SIGPIPE has ended, to be thrown.
  func outputFailure(_ error: any Error) -> ExitCode {
    if error.reason == String(cString: strerror(EPIPE)) { return ExitCode(128 + SIGPIPE) }
    return failure(to: "write the results", "standard output", error)
  }

  /// Tells a finding on standard error.
  func say(_ diagnostic: Diagnostic) { say([diagnostic]) }

  /// Tells findings on standard error, what is the same of many places once; the log gets each.
  func say(_ diagnostics: [Diagnostic]) {
    record(diagnostics)
    DiagnosticsText(diagnostics, style: error, isDetailed: isVerbose).lines.forEach(tell)
  }
}
