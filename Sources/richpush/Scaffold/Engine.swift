import Findings
package import PushDelivery

/// An array engine that richpush has templates for, in the folder of its name in Resources/engines. Their limits are in its README.
package enum Engine: String, Hashable, Sendable, CaseIterable {
  case slurm, kubernetes
  case awsBatch = "aws-batch"
  case googleBatch = "google-batch"
  case cloudRun = "cloud-run"
  case githubMatrix = "github-matrix"
  case gitlabParallel = "gitlab-parallel"

  /// The folder of pipeline.yml, as tasks in containers see it.
  private static let work = "/work"

  /// The files for one run, README.md last.
  ///
  /// - Throws: `FlagRefusal` for names that the engine would change, for places that its tasks do not see, and for more than the engine's
  ///   machines have.
  package func files(_ job: ArrayJob) throws(FlagRefusal) -> [ScaffoldFile] {
    if self != .slurm { try requirePortable(job) }
    let values = job.values.merging(["work": .plain(Self.work)]) { $1 }.merging(try machine(for: job)) { $1 }
    let common = ScaffoldFile(template: "engines/README.md", values).text
    return EmbeddedFile.paths(in: "engines/" + rawValue).map { path in
      let file = ScaffoldFile(template: path, values)
      return file.name == "README.md" ? ScaffoldFile(name: file.name, text: file.text + "\n" + common) : file
    }
  }

  /// The numbers of processors that Cloud Run has, and the MiB of memory that each may have
  /// (https://docs.cloud.google.com/run/docs/configuring/jobs/memory-limits). Other engines take any.
  private static let cloudRunMachines: [(processors: Int, memory: ClosedRange<Int>)] = [
    (1, 512...4_096), (2, 512...8_192), (4, 2_048...16_384), (6, 4_096...24_576),
    (8, 4_096...32_768),
  ]

  /// The smallest machine of Cloud Run that holds the jobs.
  private func machine(for job: ArrayJob) throws(FlagRefusal) -> [String: TemplateValue] {
    guard self == .cloudRun else { return [:] }
    let machine = Self.cloudRunMachines.first { $0.processors >= job.jobs && $0.memory.upperBound >= job.memory }
    guard let (processors, memory) = machine else {
      throw FlagRefusal(.flag("machine", "\(job.jobs)", "\(job.jobs)", "\(job.memory)"))
    }
    return ["processors": .number(processors), "memory": .number(max(job.memory, memory.lowerBound))]
  }

  /// Tasks in containers only see the folder of pipeline.yml, and those of CI a copy of it. These engines replace parts of texts by
  /// values.
  private func requirePortable(_ job: ArrayJob) throws(FlagRefusal) {
    let places = job.paths.values.sorted()
    for text in places + job.flags where text.contains("$") || text.contains("Ref::") {
      throw FlagRefusal(.flag("engineWords", rawValue, text.debugDescription))
    }
    for place in places where place.hasPrefix("/") || place.split(separator: "/").contains("..") {
      throw FlagRefusal(.flag("outside", place.debugDescription))
    }
    let isOfCI = self == .githubMatrix || self == .gitlabParallel
    if let folder = job.cache.folder, isOfCI || !folder.hasPrefix(Self.work + "/") {
      throw FlagRefusal(
        "tasks of \(rawValue) do not see the folder \(folder.debugDescription): name a server or a bucket"
          + (isOfCI ? "" : ", or a folder in that of pipeline.yml, which they see as file://\(Self.work)"))
    }
  }
}

/// A run as an array job: one task for each shard, and a job for the last run.
package struct ArrayJob: Hashable, Sendable {
  /// The number of shards, and so of the array's tasks.
  let shards: Int
  /// How many pictures a task processes at once, and so how many processors it requests.
  let jobs: Int
  /// The most memory in bytes of a worker process beyond its own.
  let workerBytes: Int
  /// The container image with richpush.
  let image: String
  /// The folder of pipeline.yml, absolute: tasks of Slurm work in it.
  let folder: String
  /// The places of a run by the names of the templates' holes, from the folder: `campaign`, `configuration`, `output` and `requests`.
  let paths: [String: String]
  /// The address of the cache, as tasks see it.
  let cache: SharedCacheAddress
  /// Further words of the command.
  let flags: [String]

  /// MiB for the program itself. All processes together used 288 MB for 50 photographs of 24 megapixels.
  private static let programMemory = 512

  /// - Throws: `FlagRefusal` for a text that a script cannot contain, and for an impossible image name.
  package init(
    shards: Int, jobs: Int, workerBytes: Int, image: String, folder: String, paths: [String: String],
    cache: SharedCacheAddress, flags: [String] = []
  ) throws(FlagRefusal) {
    for text in [folder] + paths.values.sorted() where text.isEmpty || !text.isSpeakable { throw .unspeakable(text) }
    for text in flags where !text.isSpeakable { throw .unspeakable(text) }
    guard image.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}/#) != nil else { throw .unspeakable(image) }
    (self.shards, self.jobs, self.workerBytes, self.image) = (shards, jobs, workerBytes, image)
    (self.folder, self.cache, self.flags) = (folder, cache, flags)
    // A name that begins with a dash would be taken for a flag.
    self.paths = paths.mapValues { $0.hasPrefix("-") ? "./" + $0 : $0 }
  }

  /// The memory of a task in MiB.
  var memory: Int { Self.programMemory + jobs * ((workerBytes + 1 << 20 - 1) >> 20) }

  /// The values for the templates' holes, except those of the engine.
  var values: [String: TemplateValue] {
    let run =
      ["run", paths["campaign"] ?? ".", "--config", paths["configuration"] ?? "pipeline.yml", "--cache-url"]
      + [cache.description] + flags + ["--jobs", "\(jobs)"]
    let values: [String: TemplateValue] = [
      "shards": .number(shards), "jobs": .number(jobs), "image": .text(image), "folder": .text(folder),
      "memory": .number(memory),
      "cache": .text(cache.description), "run": .words(run),
      // Inside a script in YAML.
      "run-line": .plain(ShellWord.command(run)),
      "shard-numbers": .plain((1...shards).map(String.init).joined(separator: ", ")),
    ]
    return paths.mapValues(TemplateValue.text).merging(values) { $1 }
  }
}

/// Why a flag's value, or what is to be made of several, is refused, with the accepted values.
package struct FlagRefusal: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
  init(_ words: ErrorWords) { description = words.message }

  fileprivate static func unspeakable(_ text: String) -> FlagRefusal {
    FlagRefusal("\(text.debugDescription) cannot be in a script: names are not empty and have no control characters")
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
