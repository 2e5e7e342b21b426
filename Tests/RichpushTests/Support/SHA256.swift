import TestSupport

/// Digests by the system's own program, so that they are not checked with the code that made them.
enum SHA256 {
  /// The digests of files as 64 hexadecimal digits, by name.
  static func digests(of names: [String], in folder: String) async throws -> [String: String] {
    let output = try await Program("sha256sum").run(names, workingDirectory: folder)
    return Dictionary(
      output.stdout.split(separator: "\n").map { (String($0.dropFirst(66)), String($0.prefix(64))) },
      uniquingKeysWith: { $1 })
  }
}
