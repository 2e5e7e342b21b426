import TestSupport
import Testing

/// The commands of docs/scale.md for one machine, by GNU parallel.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Program.isInstalled("parallel"), "GNU parallel is not installed"))
struct ParallelTests {
  @Test func shardsAreDoneSideBySide() async throws {
    let sharded = try ShardedWorkspace()
    let folder = sharded.workspace.folder
    // GNU parallel keeps files in the home folder.
    let variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.absolute("home"), "RICHPUSH_TRIAL": "true"]
    try folder.createFolder("home")
    // GNU parallel hands its words to a shell, where the name of the program's folder would have to be quoted.
    try folder.link("richpush", to: try RichpushBinary.path())
    try await Program("parallel").run(
      [
        "--will-cite", "--jobs", "2", "--retries", "2", "--joblog", "shards.log", "./richpush", "run", "campaign",
        "--cache-url", sharded.cache, "--shard", "{}/4", "--jobs", "1", ":::", "1", "2", "3", "4",
      ], environment: variables, workingDirectory: folder.path
    ).ended(0)
    let last = try await sharded.workspace.richpush(
      "run", "campaign", "--cache-url", sharded.cache, "--report", "report.json")
    #expect(last.status == 0 && last.stdout.contains("(0 rendered, "), "\(last.stdout)\(last.stderr)")
    #expect(try ShardedWorkspace.outcome(of: sharded.workspace) == (await ShardedWorkspace.outcomeOfPlainRun()))
  }
}
