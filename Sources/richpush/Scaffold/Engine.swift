import Findings

/// An array engine that richpush has templates for, in the folder of its name in Resources/engines.
package struct Engine: Hashable, Sendable {
  package let name: String
  /// Its official name.
  let title: String
  /// How many tasks an array may have.
  var shards = 1...Int.max
  /// The most seconds for a task.
  var mostSeconds = Int.max
  /// Whether tasks run in containers, which only see the plan's folder.
  var hasContainers = true

  /// Slurm itself has no limit: only the site knows its `MaxArraySize` (https://slurm.schedmd.com/job_array.html).
  package static let slurm = Engine(name: "slurm", title: "Slurm", hasContainers: false)
  package static let kubernetes = Engine(name: "kubernetes", title: "Kubernetes")
  /// https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html
  package static let awsBatch = Engine(name: "aws-batch", title: "AWS Batch", shards: 2...10_000)
  package static let googleBatch = Engine(name: "google-batch", title: "Google Cloud Batch")
  /// https://cloud.google.com/run/quotas and https://cloud.google.com/run/docs/configuring/task-timeout (a week)
  package static let cloudRun = Engine(
    name: "cloud-run", title: "Cloud Run jobs", shards: 1...10_000, mostSeconds: 168 * 3_600)
  /// https://docs.github.com/en/actions/reference/limits
  package static let githubMatrix = Engine(name: "github-matrix", title: "GitHub Actions", shards: 1...256)
  /// https://docs.gitlab.com/ci/yaml/#parallel
  package static let gitlabParallel = Engine(name: "gitlab-parallel", title: "GitLab CI", shards: 2...200)

  package static let all = [slurm, kubernetes, awsBatch, googleBatch, cloudRun, githubMatrix, gitlabParallel]

  /// The files for one run, README.md last.
  ///
  /// - Throws: `ArrayJobError` if the engine cannot run such an array.
  package func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    guard shards.contains(job.shards) else {
      throw ArrayJobError(
        "\(title) takes \(shards.lowerBound) to \(shards.upperBound) tasks, and the plan has \(job.shards): plan again with so many shards"
      )
    }
    if hasContainers { try job.requirePortableTexts(title) }
    var values = job.values
    values["seconds"] = .number(min(job.seconds, mostSeconds))
    values["processors"] = .number(try processors(for: job))
    let common = ScaffoldFile(template: "engines/README.md", values).text
    return EmbeddedFile.paths(in: "engines/" + name).map { path in
      let file = ScaffoldFile(template: path, values)
      return file.name == "README.md" ? ScaffoldFile(name: file.name, text: file.text + "\n" + common) : file
    }
  }

  /// Cloud Run has 1, 2, 4 or 8 processors, and 4 GiB for each
  /// (https://cloud.google.com/run/docs/configuring/services/memory-limits). Other engines take any number.
  private func processors(for job: ArrayJob) throws(ArrayJobError) -> Int {
    guard self == .cloudRun else { return job.jobs }
    guard let count = [1, 2, 4, 8].first(where: { $0 >= job.jobs && $0 * 4_096 >= job.memory }) else {
      throw ArrayJobError(
        "\(title) have at most 8 processors and 32 GiB, and \(job.jobs) jobs need \(job.memory) MiB: give fewer --jobs")
    }
    return count
  }
}
