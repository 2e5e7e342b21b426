import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Runs programs and lists their system calls.
enum Strace {
  private static let path = ["/usr/bin/strace", "/usr/local/bin/strace"].first(
    where: FileManager.default.isExecutableFile)

  static var isThere: Bool { path != nil }

  /// The paths that a worker and the programs it starts ask for while it inspects a file.
  static func filesOpened(byInspecting name: String, in folder: TemporaryFolder) async throws -> [String] {
    paths(in: try await calls("open,openat", byInspecting: name, in: folder))
  }

  /// The system calls of these names that a worker and the programs it starts make while it inspects a file, a line each, in their order.
  static func calls(
    _ names: String, byInspecting name: String, in folder: TemporaryFolder
  ) async throws -> [Substring] {
    let worker = try RichpushBinary.path()
    let command = WorkerConfiguration(
      executable: try #require(path),
      arguments: tracing(names, folder.absolute("trace")) + [worker, "worker", "--memory", "2000000000"],
      limits: .init())
    _ = await WorkerPool.withWorkers(1, command: command) { pool in
      try? await pool.inspect(folder.absolute(name), limits: .init())
    }
    return try folder.text(of: "trace").split(whereSeparator: \.isNewline)
  }

  static func filesOpened(by arguments: [String], in folder: TemporaryFolder) async throws -> [String] {
    _ = try await Program(try #require(path)).run(tracing("open,openat", folder.absolute("trace")) + arguments)
    return paths(in: try folder.text(of: "trace").split(whereSeparator: \.isNewline))
  }

  private static func tracing(_ calls: String, _ log: String) -> [String] {
    ["-f", "-qq", "-e", "trace=\(calls)", "-s", "4096", "-o", log]
  }

  /// The text between quotation marks.
  private static func paths(in calls: [Substring]) -> [String] {
    calls.compactMap { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      return parts.count > 1 ? String(parts[1]) : nil
    }
  }
}
