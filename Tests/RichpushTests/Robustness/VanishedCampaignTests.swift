import Foundation
import Synchronization
import TestSupport
import Testing

/// The folder of pictures goes away while a run is at work on it, as when a disk is taken out.
@Suite(.timeLimit(.minutes(10))) struct VanishedCampaignTests {
  /// A run of many pictures, and `act` as soon as the first of them is done.
  private func run(_ workspace: Workspace, _ act: @escaping @Sendable (TemporaryFolder) throws -> Void) async throws
    -> ProgramOutput
  {
    try workspace.addPhotos(30)
    let hasActed = Mutex(false)
    return try await workspace.richpush("run", "campaign", "--no-cache", "--jobs", "1", "--progress", "plain") {
      line, process in
      guard line.contains("] "), !hasActed.withLock({ $0 }) else { return }
      hasActed.withLock { $0 = true }
      kill(process, SIGSTOP)
      #expect(throws: Never.self) { try act(workspace.folder) }
      kill(process, SIGCONT)
    }
  }

  /// Gone without a trace, and with an empty folder in its place, as a mount point is.
  @Test(arguments: [false, true]) func theFormerRequestsStay(leavesFolder: Bool) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try workspace.addLogos("former.png")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    let requests = try workspace.folder.states(of: "payloads")
    let output = try await run(workspace) { folder in
      try FileManager.default.moveItem(atPath: folder.absolute("campaign"), toPath: folder.absolute("gone"))
      if leavesFolder { try folder.createFolder("campaign") }
    }
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    #expect((output.stdout + output.stderr).contains("the campaign folder is gone"), "\(output.stdout)")
    #expect(!output.stdout.contains("file.unreadable"), "\(output.stdout)")
    #expect(try workspace.folder.states(of: "payloads") == requests)
  }

  /// A single missing picture is an error of that picture.
  @Test func aFileThatVanishesIsRefusedAlone() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    let output = try await run(workspace) { try $0.remove("campaign/photo-9.jpg") }
    #expect(output.status == 1, "\(output.stdout)\(output.stderr)")
    #expect(output.stdout.contains("file.unreadable"), "\(output.stdout)")
    #expect(workspace.folder.exists("payloads/photo-8.json"))
  }
}
