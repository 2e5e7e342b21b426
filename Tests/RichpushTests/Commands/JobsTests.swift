import MediaFacts
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
    let photo = try workspace.photo()
    for number in 1...5 {
      try workspace.folder.write(Picture.commented(photo, "\(number)"), to: "campaign/photo-\(number).jpg")
    }
    let census = WorkerCensus(folder: workspace.folder.path)
    let output = try await RichpushBinary.run(
      ["run", "campaign"] + flags, environment: environment, workingDirectory: workspace.folder.path)
    #expect(census.end() == expected)
    #expect(output.status == 0)
  }
}
