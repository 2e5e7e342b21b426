/// Files for Kubernetes: an Indexed Job and one that joins
/// (https://kubernetes.io/docs/concepts/workloads/controllers/job/#backoff-limit-per-index).
enum Kubernetes {
  static func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    try job.requirePortablePaths(engine: "Kubernetes")
    return [
      ScaffoldFile(name: "array.yaml", text: array(job).yaml), ScaffoldFile(name: "merge.yaml", text: merge(job).yaml),
      ScaffoldFile(name: "submit.sh", text: submit), readme(job).file(job),
    ]
  }

  private static func array(_ job: ArrayJob) -> Node {
    jobManifest(
      "richpush",
      [
        .init(key: "completionMode", value: "Indexed"), .init(key: "completions", value: .number(job.shards)),
        .init(key: "parallelism", value: .number(min(job.shards, mostAtOnce))),
        .init(key: "backoffLimitPerIndex", value: .number(ArrayJob.retries)),
        .init(key: "maxFailedIndexes", value: .number(job.shards)),
        .init(key: "podFailurePolicy", value: failurePolicy),
      ], job, job.runWords(), processors: job.jobs)
  }

  private static func merge(_ job: ArrayJob) -> Node {
    let limit = Node.Entry(key: "backoffLimit", value: .number(ArrayJob.retries))
    let policy = Node.Entry(
      key: "podFailurePolicy", value: ["rules": [["action": "FailJob", "onExitCodes": finalStatuses]]])
    return jobManifest("richpush-merge", [limit, policy], job, job.mergeWords, processors: 1)
  }

  /// A node that goes away is no fault of the shard's and is not counted; what would come to the same again is not tried again.
  private static let failurePolicy: Node = [
    "rules": [
      ["action": "Ignore", "onPodConditions": [["type": "DisruptionTarget", "status": "True"]]],
      ["action": "FailIndex", "onExitCodes": finalStatuses],
    ]
  ]
  private static let finalStatuses: Node = ["containerName": "richpush", "operator": "In", "values": [1, 2]]

  /// Pods at once; the scheduler has them wait for room in any case.
  private static let mostAtOnce = 1_000

  private static func jobManifest(
    _ name: String, _ policy: [Node.Entry], _ job: ArrayJob, _ words: [String], processors: Int
  ) -> Node {
    let resources: Node = ["cpu": .text("\(processors)"), "memory": .text("\(job.memory)Mi")]
    let container: Node = [
      "name": "richpush", "image": .text(job.image), "command": .texts(words), "workingDir": .text(ArrayJob.mount),
      "resources": ["requests": resources, "limits": ["memory": .text("\(job.memory)Mi")]],
      "securityContext": ["allowPrivilegeEscalation": false, "capabilities": ["drop": ["ALL"]]],
      "volumeMounts": [["name": "work", "mountPath": .text(ArrayJob.mount)]],
    ]
    let pod: Node = [
      "restartPolicy": "Never", "activeDeadlineSeconds": .number(job.seconds), "automountServiceAccountToken": false,
      "containers": .list([container]),
      "volumes": [["name": "work", "persistentVolumeClaim": ["claimName": "richpush"]]],
    ]
    return [
      "apiVersion": "batch/v1", "kind": "Job", "metadata": ["name": .text(name)],
      "spec": .map(policy + [.init(key: "template", value: ["spec": pod])]),
    ]
  }

  /// `kubectl wait` waits for one condition, and a Job has two ends.
  private static let submit = """
    #!/bin/sh
    # Starts the array, waits until it has ended, and joins. README.md says more. Arguments go to kubectl: --namespace, --context.
    set -eu
    cd -- "$(dirname -- "$0")"

    # The condition that a Job has ended with.
    end() {
      job=$1
      shift
      kubectl get job "$job" "$@" --output 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type}{" "}{end}'
    }

    await() {
      while :; do
        case " $(end "$@")" in
        *" Complete "*) return 0 ;;
        *" Failed "*) return 1 ;;
        esac
        sleep 10
      done
    }

    kubectl delete job richpush richpush-merge --ignore-not-found "$@"
    kubectl create --filename array.yaml "$@"
    await richpush "$@" || echo "some shards failed, as README.md says; the merge names those without a result" >&2
    kubectl create --filename merge.yaml "$@"
    status=0
    await richpush-merge "$@" || status=1
    kubectl logs job/richpush-merge "$@"
    exit "$status"

    """

  private static func readme(_ job: ArrayJob) -> EngineReadme {
    EngineReadme(
      engine: "Kubernetes",
      contents: [
        ("array.yaml", "an Indexed Job, with one index for each shard"),
        ("merge.yaml", "the Job that joins the shards"),
        ("submit.sh", "starts the one, and the other when that has ended"),
      ],
      steps: [
        "**Have an image with richpush in it**: `\(job.image)`, or what you write in its place.",
        EngineReadme.sharedFolder(
          job, as: "on a volume with the access mode `ReadWriteMany`, and a PersistentVolumeClaim `richpush` of it"),
        "**Start it:** `sh submit.sh --namespace <namespace>`.",
      ],
      failures: """
        `kubectl get job richpush --output jsonpath='{.status.failedIndexes}'` prints the indices that failed, one less than the shards'
        numbers; `kubectl logs --selector batch.kubernetes.io/job-completion-index=<index>,batch.kubernetes.io/job-name=richpush` what one
        of them said. The merge names every shard that has left no result.
        """,
      again: "An Indexed Job has no gaps: `sh submit.sh` starts it anew.",
      outcomes: .init(
        refused: "nothing (`FailIndex`); the merge takes the result",
        usage: "nothing (`FailIndex`); the merge names the shard",
        environment: "the index is tried again, \(ArrayJob.retries) times at most (`backoffLimitPerIndex`)",
        source: """
          Pods that a node takes along are not counted (`DisruptionTarget`). `backoffLimitPerIndex` is stable since Kubernetes 1.33
          (https://kubernetes.io/docs/concepts/workloads/controllers/job/#backoff-limit-per-index).
          """),
      limits: [
        """
        With `backoffLimitPerIndex` a Job takes 100,000 indices (https://kubernetes.io/docs/concepts/workloads/controllers/job/); a plan
          has 10,000 shards at most. \(mostAtOnce) pods at most run at once: `parallelism` in array.yaml.
        """
      ])
  }
}
