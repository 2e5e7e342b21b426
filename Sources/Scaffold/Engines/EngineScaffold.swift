import Findings

/// The engines of arrays that richpush writes files for. Each has a file of its own beside this one.
public enum EngineScaffold: String, Hashable, Sendable, CaseIterable {
  case slurm, kubernetes
  case awsBatch = "aws-batch"
  case googleBatch = "google-batch"
  case cloudRun = "cloud-run"
  case githubMatrix = "github-matrix"
  case gitlabParallel = "gitlab-parallel"

  /// The files for one run, README.md last.
  ///
  /// - Throws: `ArrayJobError` where the engine cannot do such an array.
  public func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    switch self {
    case .slurm: Slurm.files(job)
    case .kubernetes: try Kubernetes.files(job)
    case .awsBatch: try AWSBatch.files(job)
    case .googleBatch: try GoogleBatch.files(job)
    case .cloudRun: try CloudRun.files(job)
    case .githubMatrix: try GitHubMatrix.files(job)
    case .gitlabParallel: try GitLabParallel.files(job)
    }
  }
}

/// The README of an engine's files.
struct EngineReadme {
  /// The engine, as its makers write it.
  var engine: String
  /// What each file is, by its name.
  var contents: [(name: String, meaning: String)]
  /// What is to be done, in order: Markdown, each with a bold beginning.
  var steps: [String]
  /// How to see what failed.
  var failures: String
  /// How just the missing shards are done again.
  var again: String
  /// What becomes of a task by its exit status.
  var outcomes: Outcomes
  /// What the engine does not take, with the source.
  var limits: [String]

  struct Outcomes {
    /// Pictures were refused, and the result is left.
    var refused: String
    /// Wrong usage, changed files, no such shard.
    var usage: String
    /// The machine or the network failed.
    var environment: String
    var source: String
  }

  func file(_ job: ArrayJob) -> ScaffoldFile { ScaffoldFile(name: "README.md", text: text(job)) }

  private func text(_ job: ArrayJob) -> String {
    """
    # A planned run on \(engine)

    `richpush scaffold` wrote these files for a plan of \(job.shards) shards, and they are yours. A task works on \(job.jobs) pictures at
    once; it asks for \(job.memory) MiB (`max-memory` of pipeline.yml for each, and 512 MiB) and ends after \(job.seconds / 60) minutes, some
    eight times what the shard with most to do may take.\(credentials(job))

    \(contents.map { "- `\($0.name)`: \($0.meaning)" }.joined(separator: "\n"))

    ## Steps

    \(steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n"))

    ## What failed

    \(failures)

    ## Only what is missing

    `\(ShellWord.command(job.mergeWords + ["--missing"]))` prints the numbers of the shards that have left no result, as `3,7,12-14`. \(again)
    A shard whose result is there ends at once and changes nothing, so that too many tasks do no harm.

    ## What is tried again

    | exit status | means | then |
    |---|---|---|
    | 0 | the shard is done | |
    | 1 | pictures are refused; the result is left and says which | \(outcomes.refused) |
    | 2 | wrong usage, a file that changed since the plan, no such shard | \(outcomes.usage) |
    | 3 | the machine or the network failed | \(outcomes.environment) |

    \(outcomes.source)

    ## Limits

    \(limits.map { "- \($0)" }.joined(separator: "\n"))

    """
  }
}

extension EngineReadme {
  /// What else tasks need where their results do not lie beside the plan.
  private func credentials(_ job: ArrayJob) -> String {
    guard case .bucket(let address) = job.paths.results else { return "" }
    return
      " Their results go to `\(address)`: tasks and the merge need its credentials and region, as for publishing there."
  }

  /// The step of engines whose tasks see one shared folder and nothing else.
  static func sharedFolder(_ job: ArrayJob, as what: String) -> String {
    """
    **Put the folder of the plan where all tasks see it**: \(what). They see it as `\(ArrayJob.mount)`, with `\(job.paths.plan)`, the
       campaign and all that is written below it. It must know locks and renaming, as NFS does; buckets that are mounted as folders do not.
    """
  }
}
