/// A planned run as an engine is asked to do it: an array of one task for each shard, and a job that joins them.
public struct ArrayJob: Hashable, Sendable {
  /// How many shards the plan has, which is how many tasks the array has.
  public let shards: Int
  /// How many pictures a task works on at once, and so how many processors it asks for.
  public let jobs: Int
  /// The memory of a task in MiB.
  public let memory: Int
  /// Seconds after which a task hangs.
  public let seconds: Int
  /// The container image that has richpush; engines without containers do not use it.
  public let image: String
  public let paths: Paths
  /// What flags and variables said when the run was planned, by the names of the variables.
  public let settings: [String: String]

  /// Where a run lies. All but the first are relative to the folder of the plan.
  public struct Paths: Hashable, Sendable {
    /// The folder of the plan, absolute, as this machine sees it.
    public let folder: String
    /// The file of the plan.
    public let plan: String
    /// The campaign folder.
    public let campaign: String
    /// The configuration file.
    public let configuration: String
    /// The folder that is published to.
    public let output: String
    /// The folder of the requests.
    public let requests: String
    /// Where shards leave their results.
    public let results: Results

    public enum Results: Hashable, Sendable {
      /// Where richpush itself looks for them, so that it need not be said.
      case standard(String)
      case folder(String)
      /// `s3://bucket/prefix` or `gs://bucket/prefix`.
      case bucket(String)
    }

    /// - Throws: `ArrayJobError.unspeakable`.
    public init(
      folder: String, plan: String, campaign: String, configuration: String, output: String, requests: String,
      results: Results
    ) throws(ArrayJobError) {
      for path in [folder, plan, campaign, configuration, output, requests, results.text] {
        guard path.isSpeakable, !path.isEmpty else { throw .unspeakable(path) }
      }
      self.folder = folder
      self.plan = Self.guarded(plan)
      self.campaign = Self.guarded(campaign)
      self.configuration = Self.guarded(configuration)
      self.output = Self.guarded(output)
      self.requests = Self.guarded(requests)
      self.results = if case .folder(let path) = results { .folder(Self.guarded(path)) } else { results }
    }

    /// A name that begins with a dash would be taken for a flag.
    private static func guarded(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
  }

  /// - Parameters:
  ///   - shards: 1 and more.
  ///   - jobs: 1 and more.
  ///   - need: of the shard that has most to do.
  ///   - settings: by the names of environment variables.
  /// - Throws: `ArrayJobError.unspeakable`, also for an image's name that no registry has.
  public init(
    shards: Int, jobs: Int, need: ShardNeed, image: String, paths: Paths, settings: [String: String] = [:]
  ) throws(ArrayJobError) {
    guard image.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}/#) != nil else { throw .unspeakable(image) }
    self.shards = shards
    self.jobs = jobs
    memory = need.memory(jobs: jobs)
    seconds = need.seconds(jobs: jobs)
    for text in settings.values where !text.isSpeakable { throw .unspeakable(text) }
    self.image = image
    self.paths = paths
    self.settings = settings
  }

  /// How often a task is started again after the machine or the network failed it.
  static let retries = 3

  /// The folder that containers see in the place of the plan's.
  static let mount = "/work"
}

extension ArrayJob {
  /// The words of a task's command, in the folder of the plan.
  ///
  /// - Parameter endsWithZero: where the engine takes a refused picture for a failure of the machine, or keeps what waits for
  ///   the array from starting.
  func runWords(shard: String = "auto", endsWithZero: Bool = false) -> [String] {
    ["richpush", "run", "--plan", paths.plan, "--shard", shard, "--jobs", "\(jobs)"]
      + resultsWords + (endsWithZero ? ["--task-exit-zero"] : [])
  }

  /// The words of the command that joins the shards, in the folder of the plan.
  var mergeWords: [String] { ["richpush", "merge", paths.plan] + resultsWords }

  private var resultsWords: [String] {
    if case .standard = paths.results { [] } else { ["--results", paths.results.text] }
  }
}

/// What the shard that has most to do needs.
public struct ShardNeed: Hashable, Sendable {
  /// How long its sources may take, as bytes of photographs that take as long.
  public var work: Int
  /// The most bytes of memory that a worker process may take beyond its own.
  public var workerBytes: Int
  /// The most seconds that one file may take.
  public var longestFile: Int

  public init(work: Int, workerBytes: Int, longestFile: Int) {
    self.work = work
    self.workerBytes = workerBytes
    self.longestFile = longestFile
  }

  /// Bytes of photographs that one worker has done in a second at the least. The 13 photographs of docs/quality.md (33 MB, two workers,
  /// 2.0 s) are eight times as fast: a limit ends what hangs, and is no forecast.
  private static let leastRate = 1_000_000
  /// For starting, and for a shared file system that is slow to answer.
  private static let startSeconds = 600
  /// The most that is asked for: two weeks, which no shard needs that somebody waits for.
  private static let mostSeconds = 14 * 86_400
  /// MiB for the program itself. All processes together took 288 MB over 50 photographs of 24 megapixels.
  private static let programMemory = 512

  /// In MiB.
  func memory(jobs: Int) -> Int {
    let bytes = min(max(workerBytes, 0), 1 << 50)
    return Self.programMemory + jobs * ((bytes + 1 << 20 - 1) >> 20)
  }

  /// In whole times of ten minutes.
  func seconds(jobs: Int) -> Int {
    let all = Self.startSeconds + min(max(longestFile, 0), Self.mostSeconds) + max(work, 0) / (Self.leastRate * jobs)
    return min((all + 599) / 600 * 600, Self.mostSeconds)
  }
}

/// Why there are no files for an engine.
public enum ArrayJobError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A path or name that cannot stand in a script.
  case unspeakable(String)
  /// A path in which the engine would put something in the place of a part of it.
  case expanded(String, engine: String)
  /// A path that only this machine has.
  case elsewhere(String)
  /// The engine takes arrays of other lengths.
  case count(Int, engine: String, range: ClosedRange<Int>)
  /// The engine gives a task no more.
  case resources(String)

  public var description: String {
    switch self {
    case .unspeakable(let text):
      "\(text.debugDescription) cannot stand in a script: names are not empty and have no control characters"
    case .expanded(let path, let engine):
      "\(engine) would put other words in the place of a part of \(path.debugDescription): use names without `$` and `Ref::`"
    case .elsewhere(let path):
      "\(path.debugDescription) does not lie in the folder of the plan, which is all that tasks see: plan with it inside"
    case .count(let count, let engine, let range):
      "\(engine) takes \(range.lowerBound) to \(range.upperBound) tasks, and the plan has \(count): plan again with so many shards"
    case .resources(let text): text
    }
  }
}

extension ArrayJob.Paths.Results {
  /// As it is written after `--results`.
  fileprivate var text: String {
    switch self {
    case .standard(let text), .folder(let text), .bucket(let text): text
    }
  }

  /// The folder that CI has to keep; nil for a bucket.
  var folder: String? { if case .bucket = self { nil } else { text } }
}

extension ArrayJob {
  /// - Throws: `ArrayJobError.count`.
  func requireShards(_ range: ClosedRange<Int>, engine: String) throws(ArrayJobError) {
    guard range.contains(shards) else { throw .count(shards, engine: engine, range: range) }
  }

  /// For engines whose tasks see the plan's folder and nothing else, and which replace parts of texts by values.
  ///
  /// - Throws: `ArrayJobError.expanded`, `.elsewhere`.
  func requirePortablePaths(engine: String) throws(ArrayJobError) {
    let results = paths.results.folder.map { [$0] } ?? []
    let all = [paths.plan, paths.campaign, paths.configuration, paths.output, paths.requests] + results
    for text in all + settings.values.sorted() {
      guard !text.contains("$"), !text.contains("Ref::") else { throw .expanded(text, engine: engine) }
    }
    for path in all {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { throw .elsewhere(path) }
    }
  }
}

extension String {
  /// Whether it has no control characters and no breaks of lines.
  fileprivate var isSpeakable: Bool {
    !unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
