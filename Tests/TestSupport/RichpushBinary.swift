import Foundation

/// The built richpush program, run as a user runs it.
public enum RichpushBinary {
  /// Its absolute path: what `RICHPUSH_BINARY` says, else the program beside the running tests' own product.
  ///
  /// - Throws: `ProgramError.notBuilt`.
  public static func path() throws -> String {
    if let named = ProcessInfo.processInfo.environment["RICHPUSH_BINARY"], !named.isEmpty {
      return try executable(among: [named])
    }
    return try executable(among: productFolders.map { $0 + "/richpush" })
  }

  /// Runs richpush to its end. It sees the variables of the tests without any `RICHPUSH_…` and `NO_COLOR`, and those in
  /// `environment`.
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
    }
    return try await Program(path()).run(
      arguments, environment: inherited.merging(environment) { $1 }, workingDirectory: workingDirectory,
      timeLimit: timeLimit, onErrorLine: onErrorLine)
  }

  /// The folders that hold the running tests' bundle. On Linux the bundle is the running program itself; on macOS it is
  /// an argument of the program that loads it, and one of the loaded bundles.
  private static var productFolders: [String] {
    (CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)).compactMap { path in
      let components = path.split(separator: "/", omittingEmptySubsequences: false)
      let bundle = components.firstIndex { $0.hasSuffix(".xctest") }
      return bundle.map { components[..<$0].joined(separator: "/") }
    }
  }

  private static func executable(among paths: [String]) throws -> String {
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw ProgramError.notBuilt(paths.isEmpty ? "(no test bundle found)" : paths.joined(separator: ", "))
    }
    return path
  }
}
