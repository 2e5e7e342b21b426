/// Files for Google Cloud Batch: two jobs of its API
/// (https://cloud.google.com/batch/docs/reference/rest/v1/projects.locations.jobs).
enum GoogleBatch {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requirePortablePaths(engine: "Google Cloud Batch")
    return [
      ScaffoldFile(name: "array.json", text: body(job, job.runWords(), tasks: job.shards, processors: job.jobs).json),
      ScaffoldFile(name: "merge.json", text: body(job, job.mergeWords, tasks: 1, processors: 1).json),
      ScaffoldFile(name: "submit.sh", text: submit), readme(job).file(job),
    ]
  }

  private static func body(_ job: ArrayJob, _ words: [String], tasks: Int, processors: Int) -> Node {
    let task: Node = [
      "runnables": [
        [
          "container": [
            "imageUri": .text(job.image), "entrypoint": .text(words[0]), "commands": .texts(Array(words.dropFirst())),
            "options": .text("--workdir \(ArrayJob.mount)"), "volumes": [.text("\(share):\(ArrayJob.mount):rw")],
          ]
        ]
      ],
      // Whole numbers of 64 bits are text in Google's JSON.
      "computeResource": ["cpuMilli": .text("\(processors * 1_000)"), "memoryMib": .text("\(job.memory)")],
      "maxRetryCount": .number(ArrayJob.retries), "maxRunDuration": .text("\(job.seconds)s"),
      "lifecyclePolicies": [
        ["action": "RETRY_TASK", "actionCondition": ["exitCodes": .list(retried.map(Node.number))]]
      ],
      "volumes": [["nfs": ["server": .text(server), "remotePath": "/share"], "mountPath": .text(share)]],
    ]
    return [
      "taskGroups": [["taskCount": .text("\(tasks)"), "taskSpec": task]],
      "logsPolicy": ["destination": "CLOUD_LOGGING"],
    ]
  }

  /// Ours, and of those that Batch keeps for itself: the machine was taken away, did not report, was started anew, was made
  /// anew (https://cloud.google.com/batch/docs/troubleshooting#reserved-exit-codes). What fits none fails.
  private static let retried = [3, 50_001, 50_002, 50_003, 50_006]
  private static let share = "/mnt/disks/richpush"
  /// Of the user's network, and so to be filled in: the first of the addresses kept for documentation.
  private static let server = "192.0.2.1"

  private static let submit = """
    #!/bin/sh
    # Starts the array, waits until it has ended, and joins. README.md says more. Arguments go to gcloud: --location, --project.
    set -eu
    cd -- "$(dirname -- "$0")"

    await() {
      job=$1
      shift
      while :; do
        case $(gcloud batch jobs describe "$job" --format 'value(status.state)' "$@") in
        SUCCEEDED) return 0 ;;
        FAILED | CANCELLED | DELETION_IN_PROGRESS) return 1 ;;
        esac
        sleep 30
      done
    }

    name=richpush-$(date +%Y%m%d-%H%M%S)
    gcloud batch jobs submit "$name" --config array.json "$@"
    await "$name" "$@" || echo "some shards failed, as README.md says; the merge names those without a result" >&2
    gcloud batch jobs submit "$name-merge" --config merge.json "$@"
    await "$name-merge" "$@"

    """

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "Google Cloud Batch",
      contents: [
        ("array.json", "the job with one task for each shard"), ("merge.json", "the job that joins the shards"),
        ("submit.sh", "submits the one, and the other when that has ended"),
      ],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        EngineReadme.sharedFolder(
          job,
          as: "on an NFS share such as Filestore, whose address and path take the place of `\(server)` and `/share`"),
        "**Start it:** `sh submit.sh --location <region>`.",
      ],
      failures: """
        `gcloud batch tasks list --job <job> --location <region> --filter 'status.state=FAILED'` lists the tasks that failed, with the index
        that is one less than the shard's number; what they said is in Cloud Logging. The merge names every shard that has left no result.
        """,
      again: "A job has no gaps: `sh submit.sh` submits it anew, under another name.",
      outcomes: .init(
        refused: "nothing; the task is listed as failed and the merge takes its result",
        usage: "nothing; the merge names the shard",
        environment:
          "the task is tried again, \(ArrayJob.retries) times at most (`maxRetryCount`, of which there are 0 to 10)",
        source: """
          Machines that are taken away or do not report are tried again as well: exit codes 50001, 50002, 50003 and 50006 of
          `lifecyclePolicies` (https://cloud.google.com/batch/docs/troubleshooting#reserved-exit-codes).
          """),
      limits: [
        "How many tasks a job may have and how many run at once: https://cloud.google.com/batch/quotas. A plan has 10,000 shards at most."
      ])
  }
}
