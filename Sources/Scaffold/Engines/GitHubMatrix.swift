import Findings

/// A workflow for GitHub Actions, with a job for each shard
/// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax).
enum GitHubMatrix {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requireShards(1...256, engine: "a matrix of GitHub Actions")
    try job.requirePortablePaths(engine: "GitHub Actions")
    return [ScaffoldFile(name: "richpush.yml", text: workflow(job).yaml), readme(job).file(job)]
  }

  private static func workflow(_ job: ArrayJob) -> Node {
    let head: [Node.Entry] = [
      .init(key: "name", value: "richpush"), .init(key: "on", value: ["workflow_dispatch": [:]]),
      .init(key: "permissions", value: ["contents": "read"]),
    ]
    let jobs: Node = ["plan": plan(job), "shard": shard(job), "merge": merge(job)]
    return .map(head.with("env", job.variables) + [.init(key: "jobs", value: jobs)])
  }

  private static func plan(_ job: ArrayJob) -> Node {
    [
      "runs-on": .text(runner), "container": .text(job.image), "timeout-minutes": .number(job.minutes),
      "steps": [checkout, ["run": .text(job.planCommand)], upload("plan", [job.paths.plan])],
    ]
  }

  private static func shard(_ job: ArrayJob) -> Node {
    [
      "needs": "plan", "runs-on": .text(runner), "container": .text(job.image), "timeout-minutes": .number(job.minutes),
      "strategy": ["fail-fast": false, "matrix": ["shard": .list((1...job.shards).map(Node.number))]],
      "steps": [
        checkout, download(["name": "plan"]),
        ["env": ["SHARD": "${{ matrix.shard }}"], "shell": "bash", "run": .text(script(job))],
        upload("shard-${{ matrix.shard }}", job.shardFolders, condition: "${{ !cancelled() }}"),
      ],
    ]
  }

  private static func merge(_ job: ArrayJob) -> Node {
    [
      "needs": ["plan", "shard"], "if": "${{ !cancelled() && needs.plan.result == 'success' }}",
      "runs-on": .text(runner),
      "container": .text(job.image), "timeout-minutes": .number(job.minutes),
      "steps": [
        checkout, download(["name": "plan"]), download(["pattern": "shard-*", "merge-multiple": true]),
        ["run": .text(ShellWord.command(job.mergeWords))],
        upload("requests", [job.paths.requests, job.paths.output], condition: "${{ !cancelled() }}"),
      ],
    ]
  }

  /// GitHub runs a job once, so the task itself tries again.
  private static func script(_ job: ArrayJob) -> String {
    let words = job.runWords(shard: "")
    let flag = (words.firstIndex(of: "--shard") ?? 0) + 1
    return """
      for attempt in \((0...ArrayJob.retries).map { "\($0 + 1)" }.joined(separator: " ")); do
        status=0
        \(ShellWord.command(Array(words[..<flag]))) "$SHARD" \(ShellWord.command(Array(words[(flag + 1)...]))) || status=$?
        # Only what the machine or the network failed may come out otherwise.
        [ "$status" -eq 3 ] || break
        echo "attempt $attempt ended with status 3"
      done
      exit "$status"

      """
  }

  private static let runner = "ubuntu-latest"
  private static let checkout: Node = ["uses": "actions/checkout@v4"]

  private static func download(_ options: Node) -> Node { ["uses": "actions/download-artifact@v4", "with": options] }

  private static func upload(_ name: String, _ paths: [String], condition: String? = nil) -> Node {
    let uses: [Node.Entry] = [
      .init(key: "uses", value: "actions/upload-artifact@v4"),
      .init(
        key: "with",
        value: [
          "name": .text(name), "path": .text(paths.count == 1 ? paths[0] : paths.joined(separator: "\n") + "\n"),
          "overwrite": true,
        ]),
    ]
    return .map((condition.map { [.init(key: "if", value: .text($0))] } ?? []) + uses)
  }

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "GitHub Actions",
      contents: [("richpush.yml", "the workflow: it plans, runs a job for each shard, and joins")],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        """
        **Copy the workflow** to `.github/workflows/richpush.yml`. The folder of the plan is the root of the repository: `\(
          job.paths.campaign)` and `\(job.paths.configuration)` lie there. A destination's credentials come as `env` from secrets.
        """,
        "**Start it:** `gh workflow run richpush.yml`, or under another trigger than `workflow_dispatch`.",
        "**Look:** `gh run watch`; the requests, and what is published to a folder, are the artifact `requests`.",
      ],
      failures: """
        `gh run view <run> --log-failed` shows what the failed jobs said. The merge names every shard that has left no result.
        """,
      again: "`gh run rerun <run> --failed` runs the jobs that failed, and the merge behind them.",
      outcomes: .init(
        refused: "nothing; the job is listed as failed and the merge takes its result",
        usage: "nothing; the merge names the shard",
        environment: "the job tries again itself, \(ArrayJob.retries) times at most, on the same machine",
        source: "A runner that is lost fails its job: `gh run rerun <run> --failed`."),
      limits: [
        "A matrix has 256 jobs at most (https://docs.github.com/en/actions/reference/limits), and `timeout-minutes` is 360 at most "
          + "on GitHub's own runners."
      ])
  }
}
