import Foundation
import TestSupport

/// The compiler as another package starts it: of this package's modules it sees only what is public.
enum OutsidePackage {
  /// Where the build that the tests are part of keeps its modules; nil if it does not, or without a compiler.
  static let folder: String? = {
    guard Program.isInstalled("swiftc"), let program = try? BuiltProduct.path(of: "richpush") else { return nil }
    let folder = URL(filePath: program).deletingLastPathComponent().resolvingSymlinksInPath().path
    return FileManager.default.fileExists(atPath: folder + "/Modules") ? folder : nil
  }()

  /// The compiler's errors about a file; empty if it compiles.
  static func compilerErrors(in text: String) async throws -> String {
    let example = TemporaryFolder()
    try example.write(text, to: "main.swift")
    let output = try await Program("swiftc").run(
      [
        "-typecheck", "-module-name", "Example", "-swift-version", "6", "-warnings-as-errors",
        "-enable-upcoming-feature", "MemberImportVisibility", example.absolute("main.swift"),
      ] + arguments())
    return output.stdout + output.stderr
  }

  /// What tells the compiler, and programs like it, where modules are.
  static func arguments() async throws -> [String] {
    guard let folder else { throw ProgramError.notBuilt("Modules") }
    let maps = moduleMaps(folder).flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    return try await ["-I", folder + "/Modules", "-module-cache-path", folder + "/ModuleCache"] + maps + includes()
  }

  /// Those of the C that the modules are built on: the package's own, those that the build wrote, and those of its dependencies.
  private static func moduleMaps(_ folder: String) -> [String] {
    let scratch = URL(filePath: folder).deletingLastPathComponent().deletingLastPathComponent().path
    let packages = children(of: scratch + "/checkouts")
    let targets = packages.flatMap(children) + packages.flatMap { children(of: $0 + "/Sources") }
    let folders = children(of: packageRoot + "/Sources") + children(of: folder) + targets.map { $0 + "/include" }
    return folders.map { $0 + "/module.modulemap" }.filter(FileManager.default.fileExists)
  }

  private static func children(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }
  }

  /// Where the headers of the libraries lie that Package.swift names.
  private static func includes() async throws -> [String] {
    let libraries = try Markdown("Package.swift").text.matches(of: /pkgConfig: "([^"]+)"/).map { String($0.1) }
    let output = try await Program("pkg-config").run(["--cflags-only-I"] + libraries)
    return output.stdout.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
  }
}
