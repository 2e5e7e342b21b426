import Foundation

/// The built richpush program, run as a user runs it.
public enum RichpushBinary {
  /// Its absolute path: what `TEST_BINARY` says, else the program next to the running tests' own product.
  ///
  /// - Throws: `ProgramError.notBuilt`.
  public static func path() throws -> String {
    if let named = ProcessInfo.processInfo.environment["TEST_BINARY"], !named.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: named) else { throw ProgramError.notBuilt(named) }
      return named
    }
    return try BuiltProduct.path(of: "richpush")
  }

  /// Runs richpush to its end. It sees the variables of the tests without any `RICHPUSH_…` and `NO_COLOR`, and those in
  /// `environment`. Unless these say otherwise it is a trial: addresses of tests are reserved names.
  ///
  /// - Parameters:
  ///   - timeLimit: when it is killed.
  ///   - onErrorLine: called for each line on standard error as soon as it is there, with the process identifier.
  /// - Throws: `ProgramError`.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], workingDirectory: String,
    timeLimit: Duration = .seconds(240), onErrorLine: (@Sendable (String, Int32) async -> Void)? = nil
  ) async throws -> ProgramOutput {
    let inherited = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("RICHPUSH_") && $0.key != "NO_COLOR"
    }.merging(["RICHPUSH_TRIAL": "true"]) { $1 }
    return try await Program(path()).run(
      arguments, environment: inherited.merging(environment) { $1 }, workingDirectory: workingDirectory,
      timeLimit: timeLimit, onErrorLine: onErrorLine)
  }
}
