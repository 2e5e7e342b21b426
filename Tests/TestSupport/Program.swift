import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that tests run.
public struct Program: Sendable {
  /// An absolute path, or a name that is looked up in `PATH`.
  public let executable: String

  /// - Parameter executable: an absolute path, or a name that is looked up in `PATH`.
  public init(_ executable: String) { self.executable = executable }

  /// Whether there is a program of this name in `PATH`.
  public static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + name) }
  }

  /// Runs the program to its end, with no input and neither of its outputs a terminal.
  ///
  /// - Parameters:
  ///   - environment: all variables that it sees; nil: those of the tests.
  ///   - workingDirectory: nil: that of the tests.
  ///   - timeLimit: when it is killed.
  ///   - onErrorLine: called for each line that it writes to standard error as soon as it is there, with the program's
  ///     process identifier.
  /// - Throws: `ProgramError.timedOut`, or swift-subprocess's error when it cannot be started.
  public func run(
    _ arguments: [String], environment: [String: String]? = nil, workingDirectory: String? = nil,
    timeLimit: Duration = .seconds(240), onErrorLine: (@Sendable (String, Int32) async -> Void)? = nil
  ) async throws -> ProgramOutput {
    let result = try await Subprocess.run(
      configuration(arguments, environment, workingDirectory), input: .none, output: .bytes(limit: 1 << 26),
      error: .sequence
    ) { execution in
      let timer = Task {
        try await Task.sleep(for: timeLimit)
        try? execution.send(signal: .kill)
        return true
      }
      var lines: [String] = []
      for try await line in execution.standardError.strings(separatedBy: .unicodeScalarSequence(["\n"])) {
        lines.append(line)
        await onErrorLine?(line, Int32(execution.processIdentifier.value))
      }
      timer.cancel()
      return (lines, hasTimedOut: (try? await timer.value) ?? false)
    }
    let (lines, hasTimedOut) = result.closureResult
    if hasTimedOut { throw ProgramError.timedOut(([executable] + arguments).joined(separator: " "), after: timeLimit) }
    return ProgramOutput(
      status: result.terminationStatus.number, stdout: String(decoding: result.standardOutput, as: UTF8.self),
      stderr: lines.map { $0 + "\n" }.joined())
  }

  private func configuration(
    _ arguments: [String], _ environment: [String: String]?, _ workingDirectory: String?
  ) -> Configuration {
    let variables = environment.map { environment in
      Environment.custom(Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) }))
    }
    return Configuration(
      executable: executable.hasPrefix("/") ? .path(FilePath(executable)) : .name(executable),
      arguments: Arguments(arguments), environment: variables ?? .inherit,
      workingDirectory: workingDirectory.map { FilePath($0) })
  }
}

extension TerminationStatus {
  fileprivate var number: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}
