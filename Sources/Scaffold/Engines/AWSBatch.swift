/// Files for AWS Batch: a job definition for each, an array job and one that depends on it
/// (https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html).
enum AWSBatch {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requireShards(2...10_000, engine: "AWS Batch")
    try job.requirePortablePaths(engine: "AWS Batch")
    // A task that fails fails the array, and what depends on the array with it.
    let run = job.runWords(endsWithZero: true)
    return [
      ScaffoldFile(name: "array-definition.json", text: definition("richpush", job, run, processors: job.jobs).json),
      ScaffoldFile(name: "array-job.json", text: arrayJob(job).json),
      ScaffoldFile(
        name: "merge-definition.json", text: definition("richpush-merge", job, job.mergeWords, processors: 1).json),
      ScaffoldFile(name: "merge-job.json", text: mergeJob.json), ScaffoldFile(name: "submit.sh", text: submit),
      readme(job).file(job),
    ]
  }

  private static func definition(_ name: String, _ job: ArrayJob, _ words: [String], processors: Int) -> Node {
    [
      "jobDefinitionName": .text(name), "type": "container", "platformCapabilities": ["EC2"],
      "containerProperties": [
        "image": .text(job.image),
        // A container has no working directory of its choice here.
        "command": .texts(["sh", "-c", "cd \(ArrayJob.mount) && exec \"$@\"", "sh"] + words),
        "resourceRequirements": [
          ["type": "VCPU", "value": .text("\(processors)")], ["type": "MEMORY", "value": .text("\(job.memory)")],
        ],
        "volumes": [
          [
            "name": "work",
            "efsVolumeConfiguration": ["fileSystemId": .text(fileSystem), "transitEncryption": "ENABLED"],
          ]
        ],
        "mountPoints": [["sourceVolume": "work", "containerPath": .text(ArrayJob.mount), "readOnly": false]],
      ],
      "retryStrategy": [
        "attempts": .number(ArrayJob.retries + 1),
        // The first that fits counts; what fits none would be tried again.
        "evaluateOnExit": [
          ["onStatusReason": "Host EC2*", "action": "RETRY"], ["onExitCode": "3", "action": "RETRY"],
          ["onReason": "*", "action": "EXIT"],
        ],
      ],
      "timeout": ["attemptDurationSeconds": .number(job.seconds)],
    ]
  }

  private static func arrayJob(_ job: ArrayJob) -> Node {
    [
      "jobName": "richpush", "jobQueue": .text(queue), "jobDefinition": "richpush",
      "arrayProperties": ["size": .number(job.shards)],
    ]
  }

  private static let mergeJob: Node = [
    "jobName": "richpush-merge", "jobQueue": .text(queue), "jobDefinition": "richpush-merge",
  ]

  /// Of the user's account, and so to be filled in.
  private static let (queue, fileSystem) = ("richpush", "fs-00000000000000000")

  private static let submit = """
    #!/bin/sh
    # Starts the array, and the job that depends on it. README.md says more. Arguments go to aws: --region, --profile.
    set -eu
    cd -- "$(dirname -- "$0")"
    aws batch register-job-definition --cli-input-json file://array-definition.json --query revision --output text "$@"
    aws batch register-job-definition --cli-input-json file://merge-definition.json --query revision --output text "$@"
    array=$(aws batch submit-job --cli-input-json file://array-job.json --query jobId --output text "$@")
    echo "array: job $array"
    aws batch submit-job --cli-input-json file://merge-job.json --depends-on "jobId=$array" --query jobId --output text "$@"

    """

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "AWS Batch",
      contents: [
        ("array-definition.json", "the job definition of a shard"), ("array-job.json", "the array job"),
        ("merge-definition.json", "the job definition of the merge"),
        ("merge-job.json", "the job that joins the shards"),
        ("submit.sh", "registers the definitions and submits the jobs, the second depending on the first"),
      ],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        EngineReadme.sharedFolder(
          job, as: "on an EFS file system, whose identifier takes the place of `\(fileSystem)`"),
        "**Name your job queue**: it stands as `\(queue)` in both jobs. Its compute environment is one of EC2.",
        "**Start it:** `sh submit.sh --region <region>`.",
      ],
      failures: """
        `aws batch list-jobs --array-job-id <array> --job-status FAILED` lists the tasks that failed, with the index that is one less than
        the shard's number; `aws batch describe-jobs --jobs <array>:<index>` has the exit code and the name of the log stream. Where one
        failed, the merge is not started: submit merge-job.json alone, and it names every shard that has left no result.
        """,
      again: "An array job has no gaps: `sh submit.sh` submits it anew.",
      outcomes: .init(
        refused: "nothing: the task ends with 0 (`--task-exit-zero`), so that the merge starts; the merge ends with 1",
        usage: "nothing (`evaluateOnExit`); the merge is not started",
        environment:
          "the task is tried again, \(ArrayJob.retries) times at most (`attempts`, of which there are 1 to 10)",
        source: """
          Hosts that go away, as Spot instances do, are tried again as well
          (https://docs.aws.amazon.com/batch/latest/userguide/job_retries.html).
          """),
      limits: [
        "An array has 2 to 10,000 tasks (https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html)."
      ])
  }
}
