import Foundation
import TestSupport
import Testing

/// `richpush scaffold engine slurm`, in a Slurm.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SlurmCluster.isInstalled, "munged and Slurm are not installed"))
struct SlurmTests {
  /// What stands in the place of `richpush` on the nodes: the machine fails task 2 once, task 3 hangs until it is killed, and task 4
  /// is used wrongly for as long as `wrong` is there.
  private static func stand(in folder: String, for program: String) -> String {
    // The program may be in a folder whose name has to be quoted.
    let quoted = program.replacing("'", with: "'\\''")
    return """
      #!/bin/sh
      case "${SLURM_ARRAY_TASK_ID:-}-${SLURM_RESTART_COUNT:-0}" in
      2-0) exit 3 ;;
      3-0)
        if [ ! -e '\(folder)/task-3' ]; then
          : >'\(folder)/task-3'
          exec sleep 300
        fi
        ;;
      4-*) [ ! -e '\(folder)/wrong' ] || exit 2 ;;
      esac
      exec '\(quoted)' "$@"

      """
  }

  let sharded: ShardedWorkspace
  let cluster: SlurmCluster

  init() async throws {
    sharded = try ShardedWorkspace()
    cluster = try await SlurmCluster()
  }

  private var folder: TemporaryFolder { sharded.workspace.folder }

  private func submit() async throws -> ProgramOutput {
    let path = cluster.environment["PATH"] ?? ""
    let variables = [
      "PATH": folder.absolute("bin") + ":" + path, "RICHPUSH_TRIAL": "true", "RICHPUSH_REPORT": "report.json",
    ]
    return try await cluster.command("sh", "submit.sh", environment: variables, in: folder.absolute("slurm"))
  }

  private func waitForTheEnd() async throws {
    try await waitUntil("no job is left", within: .seconds(240)) {
      try await cluster.command("squeue", "--noheader", "--array") == ProgramOutput(status: 0, stdout: "", stderr: "")
    }
  }

  private func output(_ job: String) throws -> String { try folder.text(of: "slurm/slurm-\(job).out") }

  private func prepare() async throws {
    let scaffold = try await sharded.workspace.richpush(
      "scaffold", "engine", "slurm", "campaign", "--shards", "4", "--cache-url", sharded.cache, "--jobs", "1",
      "--output", "slurm")
    try #require(scaffold.status == 0, "\(scaffold.stderr)")
    try folder.write(Self.stand(in: folder.path, for: try RichpushBinary.path()), to: "bin/richpush")
    let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
    try FileManager.default.setAttributes(permissions, ofItemAtPath: folder.absolute("bin/richpush"))
    try folder.write("", to: "wrong")
  }

  /// The job's number behind words like `Submitted batch job 6`.
  private func lastRun(_ words: String) throws -> String {
    String(try #require(words.firstMatch(of: #/Submitted batch job ([0-9]+)/#)).1)
  }

  @Test func anArrayIsDoneThoughTasksFailAndAreKilled() async throws {
    try await prepare()
    let first = try await submit()
    let array = try #require(first.stdout.firstMatch(of: #/array of 4 shards: job ([0-9]+)\n/#), "\(first)").1
    try await waitUntil("task 3 is at work") { folder.exists("task-3") }
    try await cluster.command("scontrol", "requeue", "\(array)_3").ended(0)
    try await waitForTheEnd()
    for task in 1...3 { #expect(try output("\(array)_\(task)").contains("shard \(task)/4 is done"), "\(task)") }
    // What task 4 did not leave is rendered by the last run.
    let last = try output(lastRun(first.stdout))
    #expect(last.contains(" rendered, ") && !last.contains("(0 rendered, "), "\(last)")
    #expect(try ShardedWorkspace.outcome(of: sharded.workspace) == (await ShardedWorkspace.outcomeOfPlainRun()))

    try folder.remove("wrong")
    try folder.remove(".richpush-cache")
    let second = try await submit()
    try await waitForTheEnd()
    #expect(try output(lastRun(second.stdout)).contains("(0 rendered, "), "\(second)")
  }
}
