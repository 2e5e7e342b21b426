import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// An engine of `richpush scaffold`, as a separate type, since each is a separate command.
protocol EngineChoice { static var engine: Engine { get } }

enum KubernetesChoice: EngineChoice { static let engine = Engine.kubernetes }
enum AWSBatchChoice: EngineChoice { static let engine = Engine.awsBatch }
enum GoogleBatchChoice: EngineChoice { static let engine = Engine.googleBatch }
enum CloudRunChoice: EngineChoice { static let engine = Engine.cloudRun }
enum GitHubMatrixChoice: EngineChoice { static let engine = Engine.githubMatrix }
enum GitLabParallelChoice: EngineChoice { static let engine = Engine.gitlabParallel }

/// The files for an engine whose tasks run in containers.
struct ContainerFiles<Choice: EngineChoice>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { EngineOptions.command(Choice.engine) }

  @OptionGroup var options: EngineOptions

  @Option(help: "The container image that has richpush.")
  var image = EngineOptions.placeholder

  func run() async throws { try await options.write(Choice.engine, image: image) }
}

/// The files for Slurm, whose nodes have richpush installed.
struct SlurmFiles: AsyncParsableCommand {
  static let configuration = EngineOptions.command(.slurm)

  @OptionGroup var options: EngineOptions

  func run() async throws { try await options.write(.slurm, image: EngineOptions.placeholder) }
}

/// The common options of the engine commands.
struct EngineOptions: ParsableArguments {
  static func command(_ engine: Engine) -> CommandConfiguration {
    CommandConfiguration(
      commandName: engine.name, abstract: "Write what \(engine.title) needs to do a run on many machines.",
      discussion: """
        An array with a task for each shard of the run, a job for the last run, and a README of the commands. Memory and time are \
        those of the shard that has most to do. Files that exist are left as they are.
        """)
  }

  /// A name that cannot be taken for a real image.
  static let placeholder = "registry.example.com/richpush:latest"

  /// Enough to keep a task busy during input and output, and small enough for every engine's smallest machines.
  private static let usualJobs = 2

  @Argument(help: .campaign, completion: .directory) var campaign: String?

  @Option(help: "How many tasks do a part of the pictures each: 1 to 10,000.", transform: FlagValue.shards)
  var shards: Int

  @Option(
    name: .customLong("cache-url"),
    help: "The cache that the tasks share: https://…, s3://…, gs://…, azure://… or file:///… [$RICHPUSH_CACHE_URL]")
  var cacheURL: String?

  @Option(help: .configuration, completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .destination, completion: .destinations) var destination: String?

  @OptionGroup var output: ScaffoldOutput

  @Option(
    help: "How many pictures a task works on at once: 1 to 64. (default: as pipeline.yml, else 2)",
    transform: FlagValue.jobs)
  var jobs: Int?

  func write(_ engine: Engine, image: String) async throws {
    let job = try await arrayJob(image: image)
    let files: [ScaffoldFile]
    do throws(ArrayJobError) { files = try engine.files(job()) } catch {
      throw PipelineSetup.explain([
        Diagnostic(
          .configurationValue, .init(.configuration, engine.name), "there are no files for \(engine.name): \(error)")
      ])
    }
    try output.write(files, next: "the steps of README.md")
  }

  /// Reads the campaign; returns how to make its array job.
  private func arrayJob(image: String) async throws -> () throws(ArrayJobError) -> ArrayJob {
    let (setup, shards) = (try PipelineSetup.load(self), shards)
    let settings = setup.settings
    guard let cache = settings.configuration.cache.remote.address else {
      throw PipelineSetup.explain([
        Diagnostic(
          .configurationShard, .init(.configuration, "--cache-url"),
          "tasks leave their renditions in a cache that they share, and none is named",
          remedy: "name one with --cache-url or under cache.remote")
      ])
    }
    let work = try await explainingFailure("") { () throws(PipelineError) in
      try await Pipeline(settings).largestShare(of: shards)
    }
    let (limits, count) = (settings.configuration.worker, settings.configuration.jobs)
    let need = ShardNeed(
      work: work, workerBytes: limits.memoryBytes, longestFile: max(limits.seconds, limits.motionSeconds))
    let folder = RunFolder(of: settings.configurationPath)
    let paths = [
      "campaign": folder.relative(settings.campaignFolder), "configuration": folder.name,
      "output": folder.relative(settings.outputFolder), "requests": folder.relative(settings.requestFolder),
    ]
    let jobs = self.jobs ?? count.fixed ?? Self.usualJobs
    return { () throws(ArrayJobError) in
      try ArrayJob(
        shards: shards, jobs: jobs, need: need, image: image, folder: folder.path, paths: paths, cache: cache,
        flags: folder.flags(setup.decisive))
    }
  }
}

extension JobCount {
  /// nil where each machine chooses the number.
  fileprivate var fixed: Int? { if case .fixed(let count) = self { count } else { nil } }
}

/// The folder of pipeline.yml, in which tasks work.
private struct RunFolder {
  /// Absolute.
  let path: String
  /// Of pipeline.yml.
  let name: String

  init(of configuration: String) {
    let url = URL(filePath: configuration).absoluteURL.standardizedFileURL
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    path = folder.withoutTrailingSlash
    name = url.lastPathComponent
  }

  /// The flags for settings, with paths from this folder. Each task names the cache, the campaign and pipeline.yml anyway.
  func flags(_ settings: [Setting: String]) -> [String] {
    Setting.allCases.flatMap { setting -> [String] in
      guard let text = settings[setting] else { return [] }
      switch setting {
      case .cacheURL: return []
      case .trial: return text == "true" ? [setting.flag] : []
      case .output, .requests: return [setting.flag, relative(text)]
      default: return [setting.flag, text]
      }
    }
  }

  /// A path relative to this folder, if it is inside, or is the folder.
  func relative(_ other: String) -> String {
    let other = URL(filePath: other).absoluteURL.standardizedFileURL.path(percentEncoded: false)
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    for folder in [path, resolved] {
      if other.withoutTrailingSlash == folder { return "." }
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      if other.hasPrefix(prefix), other.count > prefix.count { return String(other.dropFirst(prefix.count)) }
    }
    return other
  }
}
