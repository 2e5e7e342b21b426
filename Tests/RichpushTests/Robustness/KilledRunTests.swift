import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct KilledRunTests {
  private static let pictureCount = 12

  @Test(.enabled(if: ProcessTable.isThere, "only Linux tells which processes a process has started"))
  func formerRequestsStayAndTheNextRunIsComplete() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill, logos: "former.png")
    try await workspace.richpush("run", "campaign").ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    try workspace.addPhotos(Self.pictureCount)

    let workers = try await endAfterTheFirstPicture(workspace, with: SIGKILL)
    #expect(!workers.isEmpty)
    #expect(try workspace.folder.states(of: "payloads") == requests)
    try await waitUntil("the workers are gone", within: .seconds(5)) {
      !workers.contains(where: ProcessTable.isRunning)
    }

    let report = try await workspace.report()
    #expect(report["totals"]["published"] == JSON(integerLiteral: Self.pictureCount + 1))
    #expect(try workspace.folder.names() == [".richpush-cache", "campaign", "payloads", "pipeline.yml", "public"])
    try expectComplete(workspace)
  }

  /// A worker that ignores the end of its input, as one that was taken over, or that is stopped.
  @Test(.enabled(if: ProcessTable.isThere, "only Linux tells which processes a process has started"))
  func noStoppedWorkerOutlivesARunThatIsEnded() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill, logos: "former.png")
    try workspace.addPhotos(Self.pictureCount)
    let workers = try await endAfterTheFirstPicture(workspace, with: SIGTERM, stopping: true)
    #expect(!workers.isEmpty)
    try await waitUntil("the workers are gone", within: .seconds(5)) {
      !workers.contains(where: ProcessTable.isRunning)
    }
  }

  private func expectComplete(_ workspace: Workspace) throws {
    let published = try workspace.folder.names(in: "public")
    #expect(published.count == Self.pictureCount + 1)
    #expect(published.allSatisfy { !$0.hasPrefix(".") })
    #expect(try workspace.folder.names(in: "payloads").count == Self.pictureCount + 2)
    let kept = try workspace.folder.names(in: ".richpush-cache")
    #expect(kept.allSatisfy { !$0.hasSuffix(".tmp") })
  }

  /// - Returns: the workers that were at work.
  private func endAfterTheFirstPicture(
    _ workspace: Workspace, with signal: Int32, stopping: Bool = false
  ) async throws -> Set<Int32> {
    let workers = Mutex<Set<Int32>>([])
    let output = try await workspace.richpush("run", "campaign", "--progress", "plain") { line, process in
      guard line.hasPrefix("[2/") else { return }
      let children = ProcessTable.children(of: process)
      workers.withLock { $0 = children }
      if stopping { for worker in children { kill(worker, SIGSTOP) } }
      kill(process, signal)
    }
    #expect(output.status == 128 + signal)
    return workers.withLock { $0 }
  }
}
