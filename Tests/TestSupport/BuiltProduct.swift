import Foundation

/// The programs of this package that were built along with the running tests.
public enum BuiltProduct {
  /// The absolute path of a program: next to the running tests' own bundle, whatever the folders above are called.
  ///
  /// - Throws: `ProgramError.notBuilt`.
  public static func path(of name: String) throws -> String {
    let paths = folders.map { $0 + "/" + name }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw ProgramError.notBuilt(paths.isEmpty ? "(no test bundle found)" : paths.joined(separator: ", "))
    }
    return path
  }

  /// The folders that hold test bundles, which `.xctest` ends the names of. On Linux the bundle is the running program itself; on
  /// macOS it is an argument of the program that loads it, and one of the loaded bundles, and the program is inside it.
  private static var folders: [String] {
    (CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)).compactMap { path in
      let components = path.split(separator: "/", omittingEmptySubsequences: false)
      let bundle = components.lastIndex { $0.hasSuffix(".xctest") }
      return bundle.map { components[..<$0].joined(separator: "/") }
    }
  }
}
