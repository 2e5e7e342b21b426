import TestSupport

/// A small campaign for four shards that share a folder as their cache, and what a run by one machine makes of it.
struct ShardedWorkspace {
  let workspace: Workspace

  init() throws { workspace = try Self.campaign() }

  /// The address of the cache.
  var cache: String { "file://" + workspace.folder.absolute("shared") }

  /// Twelve pictures, of which each shard gets some.
  private static func campaign() throws -> Workspace {
    let workspace = try Workspace()
    for number in 1...12 {
      try workspace.folder.write(minimalPNG(width: 20 + number, height: 30), to: "campaign/picture-\(number).png")
    }
    return workspace
  }

  /// What is there after a run: requests, pictures and report, without the lines of the report that say where renditions come from.
  static func outcome(of workspace: Workspace) throws -> [String: [UInt8]] {
    let report = try workspace.reportOfAnyOrigin().joined(separator: "\n")
    return try workspace.folder.contents(of: "payloads").merging(workspace.folder.contents(of: "public")) { $1 }
      .merging(["report": Array(report.utf8)]) { $1 }
  }

  /// The same after one run by one machine.
  static func outcomeOfPlainRun() async throws -> [String: [UInt8]] {
    let workspace = try campaign()
    let run = try await workspace.richpush("run", "campaign", "--report", "report.json")
    guard run.status == 0 else { throw ProgramError.failed("richpush run", stderr: run.stderr) }
    return try outcome(of: workspace)
  }
}

extension Workspace {
  /// The lines of report.json but for those about the cache and about workers: the last run of shards needs none.
  func reportOfAnyOrigin() throws -> [Substring] {
    let lines = try folder.text(of: "report.json").split(separator: "\n")
    return lines.filter { line in
      !["\"fromCache\"", "\"cached\"", "\"rendered\"", "\"sandbox\""].contains { line.contains($0) }
    }
  }
}
