import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: ProcessTable.isThere, "only Linux tells which processes a process has started"), .timeLimit(.minutes(10))
)
struct InterruptedEncodingTests {
  private static let clip = Task {
    let folder = TemporaryFolder()
    try await Clip.make(folder.absolute("long.avi"), size: "640x360", seconds: 29, options: ["-c:v", "mjpeg"])
    return try folder.bytes(of: "long.avi")
  }

  /// A campaign with a video that takes some seconds to encode.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.folder.write(try await Self.clip.value, to: "campaign/long.avi")
    return workspace
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func noProgramOutlivesTheRun(signal: Int32) async throws {
    let workspace = try await workspace()
    async let output = workspace.richpush("run", "campaign")
    try await waitForEncoder(in: workspace)
    kill(try #require(run(in: workspace.folder.path)), signal)
    #expect(try await output.status == 128 + signal)
    try await expectDeserted(workspace.folder.path)
    guard signal == SIGKILL else {
      #expect(try workspace.folder.names(in: "public") == [])
      return
    }
    // The next run clears what a killed one left.
    #expect(try workFolders(in: workspace).contains { try !workspace.folder.names(in: $0).isEmpty })
    try workspace.folder.remove("campaign/long.avi")
    try workspace.addLogos("logo.png")
    try await workspace.richpush("run", "campaign").ended(0)
    #expect(try workspace.folder.names(in: "public").map { $0.prefix(5) } == ["logo."])
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aShardThatIsEndedClearsUp(signal: Int32) async throws {
    let workspace = try await workspace()
    try workspace.folder.createFolder("tmp")
    async let output = workspace.richpush(
      "run", "campaign", "--shard", "1/1", "--cache-url", "file://" + workspace.folder.absolute("shared"),
      environment: ["TMPDIR": workspace.folder.absolute("tmp")])
    try await waitForProgram(in: workspace)
    kill(try #require(run(in: workspace.folder.path)), signal)
    #expect(try await output.status == 128 + signal)
    try await expectDeserted(workspace.folder.path)
    #expect(try workspace.folder.names(in: "tmp") == [] && !workspace.folder.exists("public"))
  }

  /// The process that started all others there.
  private func run(in folder: String) -> Int32? {
    let processes = ProcessTable.all(workingIn: folder)
    return processes.first { process in ProcessTable.parent(of: process).map { !processes.contains($0) } ?? false }
  }

  private func waitForProgram(in workspace: Workspace) async throws {
    try await waitUntil("an encoder is started", within: .seconds(300)) {
      ProcessTable.all(workingIn: workspace.folder.path).contains { ProcessTable.command(of: $0).contains("libx264") }
    }
  }

  private func waitForEncoder(in workspace: Workspace) async throws {
    try await waitForProgram(in: workspace)
    try await waitUntil("the encoder writes something") {
      try workFolders(in: workspace).contains { try !workspace.folder.names(in: $0).isEmpty }
    }
  }

  /// Those of all runs.
  private func workFolders(in workspace: Workspace) throws -> [String] {
    guard workspace.folder.exists("public") else { return [] }
    return try workspace.folder.names(in: "public").filter { $0.hasPrefix(".richpush-work-") }.map { "public/" + $0 }
  }

  private func expectDeserted(_ folder: String) async throws {
    try await waitUntil("no process is left", within: .seconds(5)) { ProcessTable.all(workingIn: folder).isEmpty }
  }
}
