import Foundation
import Synchronization
import TestSupport
import Testing

/// The folder of pictures goes away while a run is at work on it, as when a disk is taken out.
@Suite(.timeLimit(.minutes(10))) struct VanishedCampaignTests {
  /// A run of many pictures, and `act` as soon as the first of them is done, of which the line tells.
  private func run(
    _ workspace: Workspace, _ act: @escaping @Sendable (TemporaryFolder, _ line: String) throws -> Void
  ) async throws -> ProgramOutput {
    try workspace.addPhotos(12)
    let hasActed = Mutex(false)
    return try await workspace.richpush("run", "campaign", "--no-cache", "--jobs", "1", "--progress", "plain") {
      line, process in
      guard line.contains("] "), !hasActed.withLock({ $0 }) else { return }
      hasActed.withLock { $0 = true }
      kill(process, SIGSTOP)
      #expect(throws: Never.self) { try act(workspace.folder, line) }
      kill(process, SIGCONT)
    }
  }

  /// Gone without a trace, and with an empty folder in its place, as a mount point is.
  @Test(arguments: [false, true]) func theFormerRequestsStay(leavesFolder: Bool) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill, logos: "former.png")
    try await workspace.richpush("run", "campaign").ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    let output = try await run(workspace) { folder, _ in
      try FileManager.default.moveItem(atPath: folder.absolute("campaign"), toPath: folder.absolute("gone"))
      if leavesFolder { try folder.createFolder("campaign") }
    }
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    #expect((output.stdout + output.stderr).contains("the campaign folder is gone"), "\(output.stdout)")
    #expect(!output.stdout.contains("file.unreadable"), "\(output.stdout)")
    #expect(try workspace.folder.states(of: "payloads") == requests)
  }

  /// Missing pictures are errors of those pictures. One more than the first may be at work already, so that several vanish.
  @Test func filesThatVanishAreRefusedAlone() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    let output = try await run(workspace) { folder, line in
      for name in (1...5).map({ "photo-\($0).jpg" }) where !line.contains(name) {
        try folder.remove("campaign/" + name)
      }
    }
    #expect(output.status == 1, "\(output.stdout)\(output.stderr)")
    #expect(output.stdout.contains("file.unreadable"), "\(output.stdout)")
    #expect(Set(try workspace.folder.names(in: "payloads")).isSuperset(of: (6...12).map { "photo-\($0).json" }))
  }
}
