import Findings
package import PushDelivery

/// An array engine that richpush has templates for, in the folder of its name in Resources/engines.
package struct Engine: Hashable, Sendable {
  package let name: String
  /// Its official name.
  let title: String
  /// How many tasks an array may have.
  var shards = 1...Int.max
  /// The most seconds for a task.
  var mostSeconds = Int.max
  /// Whether tasks run in containers, which only see the folder of pipeline.yml.
  var hasContainers = true
  /// Whether all tasks see the same folder, as `/work` in containers.
  var sharesFolder = true

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
  package static let githubMatrix = Engine(
    name: "github-matrix", title: "GitHub Actions", shards: 1...256, sharesFolder: false)
  /// https://docs.gitlab.com/ci/yaml/#parallel
  package static let gitlabParallel = Engine(
    name: "gitlab-parallel", title: "GitLab CI", shards: 2...200, sharesFolder: false)

  package static let all = [slurm, kubernetes, awsBatch, googleBatch, cloudRun, githubMatrix, gitlabParallel]

  /// The files for one run, README.md last.
  ///
  /// - Throws: `ArrayJobError` if the engine cannot run such an array.
  package func files(_ job: ArrayJob) throws(ArrayJobError) -> [ScaffoldFile] {
    guard shards.contains(job.shards) else {
      throw ArrayJobError(
        "\(title) takes \(shards.lowerBound) to \(shards.upperBound) tasks, and not \(job.shards): give another number of --shards"
      )
    }
    if hasContainers { try job.requirePortableTexts(title) }
    var values = job.values(cache: try cache(of: job))
    values["seconds"] = .number(min(job.seconds, mostSeconds))
    values["processors"] = .number(try processors(for: job))
    let common = ScaffoldFile(template: "engines/README.md", values).text
    return EmbeddedFile.paths(in: "engines/" + name).map { path in
      let file = ScaffoldFile(template: path, values)
      return file.name == "README.md" ? ScaffoldFile(name: file.name, text: file.text + "\n" + common) : file
    }
  }

  /// The address of a job's cache, as tasks see it.
  private func cache(of job: ArrayJob) throws(ArrayJobError) -> String {
    guard let path = job.cache.folder, hasContainers else { return job.cache.description }
    guard sharesFolder, path.hasPrefix(job.folder + "/") else {
      throw ArrayJobError(
        "tasks of \(title) do not see the folder \(path.debugDescription): "
          + (sharesFolder
            ? "name one in the folder of pipeline.yml, a server or a bucket" : "name a server or a bucket"))
    }
    return SharedCacheAddress.folder("/work" + path.dropFirst(job.folder.count)).description
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

/// A run as an array job: one task for each shard, and a job for the last run.
package struct ArrayJob: Hashable, Sendable {
  /// The number of shards, and so of the array's tasks.
  let shards: Int
  /// How many pictures a task processes at once, and so how many processors it requests.
  let jobs: Int
  let need: ShardNeed
  /// The container image with richpush; engines without containers ignore it.
  let image: String
  /// The folder of pipeline.yml, absolute: tasks work in it.
  let folder: String
  /// The places of a run by the names of the templates' holes, from the folder: `campaign`, `configuration`, `output` and `requests`.
  let paths: [String: String]
  let cache: SharedCacheAddress
  /// Further words of the command.
  let flags: [String]

  /// - Throws: `ArrayJobError` for a text that a script cannot contain, and for an impossible image name.
  package init(
    shards: Int, jobs: Int, need: ShardNeed, image: String, folder: String, paths: [String: String],
    cache: SharedCacheAddress, flags: [String] = []
  ) throws(ArrayJobError) {
    for text in [folder] + paths.values.sorted() where text.isEmpty || !text.isSpeakable { throw .unspeakable(text) }
    for text in flags where !text.isSpeakable { throw .unspeakable(text) }
    guard image.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}/#) != nil else { throw .unspeakable(image) }
    (self.shards, self.jobs, self.need, self.image) = (shards, jobs, need, image)
    (self.folder, self.cache, self.flags) = (folder, cache, flags)
    // A name that begins with a dash would be taken for a flag.
    self.paths = paths.mapValues { $0.hasPrefix("-") ? "./" + $0 : $0 }
  }

  /// The memory of a task in MiB.
  package var memory: Int { need.memory(jobs: jobs) }
  /// A task's time limit.
  package var seconds: Int { need.seconds(jobs: jobs) }

  /// The values for the templates' holes.
  ///
  /// - Parameter cache: its address, as tasks see it.
  func values(cache: String) -> [String: TemplateValue] {
    let numbers = ["shards": shards, "jobs": jobs, "memory": memory, "seconds": seconds, "minutes": seconds / 60]
    let run =
      ["run", paths["campaign"] ?? ".", "--config", paths["configuration"] ?? "pipeline.yml", "--cache-url", cache]
      + flags + ["--jobs", "\(jobs)"]
    let others: [String: TemplateValue] = [
      "image": .text(image), "folder": .text(folder), "cache": .text(cache), "run": .words(run),
      // Inside a script in YAML.
      "run-line": .plain(ShellWord.command(run)),
      "shard-numbers": .plain((1...shards).map(String.init).joined(separator: ", ")),
    ]
    return paths.mapValues(TemplateValue.text).merging(numbers.mapValues(TemplateValue.number)) { $1 }.merging(others) {
      $1
    }
  }

  /// For engines whose tasks only see the folder of pipeline.yml, and which replace parts of texts by values.
  func requirePortableTexts(_ engine: String) throws(ArrayJobError) {
    let places = paths.values.sorted()
    for text in places + flags where text.contains("$") || text.contains("Ref::") {
      throw ArrayJobError(
        "\(engine) would put other words in the place of a part of \(text.debugDescription): use names without `$` and `Ref::`"
      )
    }
    for place in places where place.hasPrefix("/") || place.split(separator: "/").contains("..") {
      throw ArrayJobError(
        "\(place.debugDescription) is not in the folder of pipeline.yml, and tasks see only that folder: put it there"
      )
    }
  }
}

/// The needs of the largest shard.
package struct ShardNeed: Hashable, Sendable {
  /// The time for its sources, as bytes of photographs that take as long.
  var work: Int
  /// The most memory in bytes of a worker process beyond its own.
  var workerBytes: Int
  /// The most seconds for one file.
  var longestFile: Int

  package init(work: Int, workerBytes: Int, longestFile: Int) {
    (self.work, self.workerBytes, self.longestFile) = (work, workerBytes, longestFile)
  }

  /// The least bytes of photographs per second of one worker. The 13 photographs of docs/quality.md (33 MB, two workers, 2.0 s) are
  /// eight times as fast: this limit ends hanging tasks, and is not a forecast.
  private static let leastRate = 1_000_000
  /// For starting, and for a slow shared file system.
  private static let startSeconds = 600
  /// Two weeks: a useful limit for a shard.
  private static let mostSeconds = 14 * 86_400
  /// MiB for the program itself. All processes together used 288 MB for 50 photographs of 24 megapixels.
  private static let programMemory = 512

  /// In MiB.
  func memory(jobs: Int) -> Int {
    let bytes = min(max(workerBytes, 0), 1 << 50)
    return Self.programMemory + jobs * ((bytes + 1 << 20 - 1) >> 20)
  }

  /// In multiples of ten minutes.
  func seconds(jobs: Int) -> Int {
    let all = Self.startSeconds + min(max(longestFile, 0), Self.mostSeconds) + max(work, 0) / (Self.leastRate * jobs)
    return min((all + 599) / 600 * 600, Self.mostSeconds)
  }
}

/// Why an engine's files cannot be made.
package struct ArrayJobError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static func unspeakable(_ text: String) -> ArrayJobError {
    ArrayJobError("\(text.debugDescription) cannot be in a script: names are not empty and have no control characters")
  }
}

extension String {
  /// Whether it has no control characters and line breaks.
  fileprivate var isSpeakable: Bool {
    !unicodeScalars.contains {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
  }
}
