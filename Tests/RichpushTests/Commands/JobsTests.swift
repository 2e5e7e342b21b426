import TestSupport
import Testing

@Suite(
  .enabled(if: ProcessTable.isThere, "only Linux tells which processes a process has started"), .timeLimit(.minutes(10))
)
struct JobsTests {
  @Test(arguments: [
    ([String](), [String: String](), 3), ([], ["RICHPUSH_JOBS": "2"], 2), (["--jobs", "1"], ["RICHPUSH_JOBS": "2"], 1),
  ])
  func flagWinsOverVariableWhichWinsOverTheFile(
    flags: [String], environment: [String: String], expected: Int
  ) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "jobs: 3\n")
    try workspace.addPhotos(5)
    let census = WorkerCensus(folder: workspace.folder.path)
    let output = try await workspace.richpush(["run", "campaign"] + flags, environment: environment)
    #expect(census.end() == expected)
    #expect(output.status == 0)
  }
}

/// Counts the worker processes of a run while it goes on. A run and its workers are known by their working directory.
private struct WorkerCensus {
  private let observer: PeriodicObserver<Int>

  /// - Parameter folder: the working directory of the run, with every link resolved.
  init(folder: String) {
    observer = PeriodicObserver(0) { most in
      let processes = ProcessTable.all(workingIn: folder)
      // A run asks other programs what they need as well.
      let workers = processes.filter { process in
        ProcessTable.parent(of: process).map(processes.contains) == true
          && ProcessTable.command(of: process).contains(" worker ")
      }
      most = max(most, workers.count)
    }
  }

  /// Stops counting. The most workers that were there at one time.
  func end() -> Int { observer.end() }
}
