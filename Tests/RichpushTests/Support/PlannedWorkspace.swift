import TestSupport

/// A small campaign that is planned in four shards, and what a run by one machine makes of it.
struct PlannedWorkspace {
  let workspace: Workspace

  init() async throws {
    workspace = try Self.campaign()
    let plan = try await workspace.richpush("plan", "campaign", "--shards", "4", "--save", "plan.json")
    guard plan.status == 0 else { throw ProgramError.failed("richpush plan", stderr: plan.stderr) }
  }

  /// Twelve pictures, of which each shard gets some.
  private static func campaign() throws -> Workspace {
    let workspace = try Workspace()
    for number in 1...12 {
      try workspace.folder.write(minimalPNG(width: 20 + number, height: 30), to: "campaign/picture-\(number).png")
    }
    return workspace
  }

  /// What is there after a run: report and requests, by their paths.
  static func outcome(of folder: TemporaryFolder) throws -> [String: [UInt8]] {
    try folder.contents(of: "payloads").merging(["report": try folder.bytes(of: "report.json")]) { $1 }
  }

  /// The same after one run by one machine.
  static func outcomeOfPlainRun() async throws -> [String: [UInt8]] {
    let workspace = try campaign()
    let run = try await workspace.richpush("run", "campaign", "--report", "report.json")
    guard run.status == 0 else { throw ProgramError.failed("richpush run", stderr: run.stderr) }
    return try outcome(of: workspace.folder)
  }
}
