import Findings

/// Jobs for GitLab CI, one of them in parallel (https://docs.gitlab.com/ci/yaml/#parallel).
enum GitLabParallel {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requireShards(2...200, engine: "`parallel` of GitLab")
    try job.requirePortablePaths(engine: "GitLab")
    return [ScaffoldFile(name: "richpush.gitlab-ci.yml", text: pipeline(job).yaml), readme(job).file(job)]
  }

  private static func pipeline(_ job: ArrayJob) -> Node {
    .map([
      .init(key: "richpush-plan", value: self.job(job, stage: "build", job.planCommand, keeping: [job.paths.plan])),
      .init(
        key: "richpush-run",
        value: self.job(
          job, stage: "test", ShellWord.command(job.runWords()), keeping: job.shardFolders,
          [
            .init(key: "needs", value: ["richpush-plan"]), .init(key: "parallel", value: .number(job.shards)),
            .init(key: "retry", value: retry), .init(key: "allow_failure", value: ["exit_codes": [1]]),
          ])),
      .init(
        key: "richpush-merge",
        value: self.job(
          job, stage: "deploy", ShellWord.command(job.mergeWords), keeping: [job.paths.requests, job.paths.output],
          [.init(key: "needs", value: ["richpush-plan", "richpush-run"]), .init(key: "when", value: "always")])),
    ])
  }

  private static func job(
    _ job: ArrayJob, stage: String, _ command: String, keeping paths: [String], _ rest: [Node.Entry] = []
  ) -> Node {
    let head: [Node.Entry] = [
      .init(key: "stage", value: .text(stage)), .init(key: "image", value: .text(job.image)),
      .init(key: "timeout", value: .text("\(job.minutes) minutes")),
    ]
    let artifacts: Node = ["when": "always", "paths": .texts(paths), "expire_in": "1 week"]
    return .map(
      head.with("variables", job.variables) + rest
        + [.init(key: "script", value: .list([.text(command)])), .init(key: "artifacts", value: artifacts)])
  }

  /// GitLab tries twice at most.
  private static let retry: Node = [
    "max": 2, "when": ["runner_system_failure", "stuck_or_timeout_failure", "scheduler_failure"], "exit_codes": [3],
  ]

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "GitLab CI",
      contents: [("richpush.gitlab-ci.yml", "three jobs: the plan, the shards in parallel, and the merge")],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        """
        **Include the file** in `.gitlab-ci.yml`: `include: [{local: richpush.gitlab-ci.yml}]`. The folder of the plan is the root of the
           repository: `\(job.paths.campaign)` and `\(job.paths.configuration)` lie there. A destination's credentials are variables of the
           project.
        """,
        "**Push.** The requests, and what is published to a folder, are the artifacts of `richpush-merge`.",
      ],
      failures:
        "The pipeline's page lists the jobs `richpush-run 1/\(job.shards)` and so on. The merge names every shard without a result.",
      again: "Retry the failed jobs on the pipeline's page, and then `richpush-merge`.",
      outcomes: .init(
        refused: "nothing (`allow_failure`): the job is shown with a warning and the merge takes its result",
        usage: "nothing; the merge names the shard",
        environment: "the job is tried again, twice at most, which is GitLab's limit (`retry`, with `exit_codes`)",
        source: "Runners that fail are tried again as well (https://docs.gitlab.com/ci/yaml/#retry)."),
      limits: ["`parallel` takes 1 to 200 jobs (https://docs.gitlab.com/ci/yaml/#parallel); one alone needs none."])
  }
}
