/// Files for Cloud Run jobs: two bodies of its API
/// (https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.jobs).
enum CloudRun {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requireShards(1...10_000, engine: "Cloud Run")
    try job.requirePortablePaths(engine: "Cloud Run")
    let run = try body(job, job.runWords(endsWithZero: true), tasks: job.shards, processors: job.jobs)
    let merge = try body(job, job.mergeWords, tasks: 1, processors: job.jobs)
    return [
      ScaffoldFile(name: "array.json", text: run.json), ScaffoldFile(name: "merge.json", text: merge.json),
      ScaffoldFile(name: "submit.sh", text: submit), readme(job).file(job),
    ]
  }

  private static func body(
    _ job: ArrayJob, _ words: [String], tasks: Int, processors: Int
  ) throws(ArrayJobError) -> Node {
    let container: Node = [
      "image": .text(job.image), "command": .texts(Array(words.prefix(1))), "args": .texts(Array(words.dropFirst())),
      "workingDir": .text(ArrayJob.mount),
      "resources": ["limits": ["cpu": .text("\(try size(job, processors))"), "memory": .text("\(job.memory)Mi")]],
      "volumeMounts": [["name": "work", "mountPath": .text(ArrayJob.mount)]],
    ]
    return [
      "template": [
        "taskCount": .number(tasks),
        "template": [
          "containers": .list([container]), "maxRetries": .number(ArrayJob.retries),
          "timeout": .text("\(min(job.seconds, mostSeconds))s"), "executionEnvironment": "EXECUTION_ENVIRONMENT_GEN2",
          "volumes": [["name": "work", "nfs": ["server": .text(server), "path": "/share", "readOnly": false]]],
        ],
      ]
    ]
  }

  /// Processors as they are to be had, with the most GiB of memory that each number may have
  /// (https://cloud.google.com/run/docs/configuring/services/memory-limits).
  private static let sizes: KeyValuePairs = [1: 4, 2: 8, 4: 16, 8: 32]

  private static func size(_ job: ArrayJob, _ processors: Int) throws(ArrayJobError) -> Int {
    guard let size = sizes.first(where: { $0.key >= processors && $0.value << 10 >= job.memory }) else {
      throw .resources(
        "Cloud Run gives a task 8 processors and 32 GiB at most, and \(processors) jobs need \(job.memory) MiB: give fewer --jobs"
      )
    }
    return size.key
  }

  /// A week (https://cloud.google.com/run/docs/configuring/task-timeout).
  private static let mostSeconds = 168 * 3_600
  /// Of the user's network, and so to be filled in: the first of the addresses kept for documentation.
  private static let server = "192.0.2.1"

  /// The token goes through a pipe, since other users of a machine see the arguments of programs.
  private static let submit = """
    #!/bin/sh
    # Makes both jobs, runs the array, and joins: sh submit.sh PROJECT REGION. README.md says more.
    set -eu
    cd -- "$(dirname -- "$0")"
    project=$1 region=$2
    jobs=https://run.googleapis.com/v2/projects/$project/locations/$region/jobs

    # Makes a job, or changes the one that is there.
    put() {
      if gcloud run jobs describe "$1" --project "$project" --region "$region" >/dev/null 2>&1; then
        set -- "$2" --request PATCH "$jobs/$1"
      else
        set -- "$2" "$jobs?jobId=$1"
      fi
      file=$1
      shift
      printf 'header = "Authorization: Bearer %s"\\n' "$(gcloud auth print-access-token)" |
        curl --fail-with-body --silent --show-error --config - --json "@$file" "$@" >/dev/null
    }

    execute() {
      # It can be run when it has been made.
      until gcloud run jobs describe "$1" --project "$project" --region "$region" --format 'value(status.conditions[0].status)' |
        grep -q True; do sleep 5; done
      gcloud run jobs execute "$1" --wait --project "$project" --region "$region"
    }

    put richpush array.json
    put richpush-merge merge.json
    execute richpush || echo "some shards failed, as README.md says; the merge names those without a result" >&2
    execute richpush-merge

    """

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "Cloud Run jobs",
      contents: [
        ("array.json", "the job with one task for each shard"), ("merge.json", "the job that joins the shards"),
        ("submit.sh", "makes both jobs, runs the one, and the other when that has ended"),
      ],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        EngineReadme.sharedFolder(
          job,
          as: "on an NFS share such as Filestore, whose address and path take the place of `\(server)` and `/share`")
          + " The job reaches it through your network: add `vpcAccess` to both bodies.",
        "**Start it:** `sh submit.sh <project> <region>`.",
      ],
      failures: """
        `gcloud run jobs executions tasks list --execution <execution> --region <region>` lists the tasks, with the index that is one less
        than the shard's number; what they said is in Cloud Logging. The merge names every shard that has left no result.
        """,
      again: "A job has no gaps: `sh submit.sh` runs it anew.",
      outcomes: .init(
        refused:
          "nothing: the task ends with 0 (`--task-exit-zero`), since Cloud Run would try it again; the merge ends with 1",
        usage: "the task is tried again all the same, and comes to the same; the merge names the shard",
        environment:
          "the task is tried again, \(ArrayJob.retries) times at most (`maxRetries`, of which there are 0 to 10)",
        source:
          "Cloud Run does not ask for the exit status (https://cloud.google.com/run/docs/configuring/max-retries)."),
      limits: [
        "A job has 10,000 tasks at most (https://cloud.google.com/run/quotas).",
        "A task takes a week at most (https://cloud.google.com/run/docs/configuring/task-timeout), and 8 processors and 32 GiB.",
      ])
  }
}
