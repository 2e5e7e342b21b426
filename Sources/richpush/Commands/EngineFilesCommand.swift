import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The files for an engine that does a run as an array of tasks.
struct EngineFilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine", abstract: "Write what an engine needs to do a run on many machines.",
    discussion: """
      An array with a task for each shard of the run, a job for the last run, and a README of the commands. Files that exist \
      are left as they are.
      """)

  /// Enough to keep a task busy during input and output, and small enough for every engine's smallest machines.
  private static let usualJobs = 2

  @Argument(help: "The engine.") var engine: Engine

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

  @Option(help: "The container image that has richpush; Slurm's nodes have it installed.")
  var image = "registry.example.com/richpush:latest"

  func run() async throws {
    let setup = try await PipelineSetup.load(
      [.destination: destination, .config: config, .cacheURL: cacheURL], campaign: campaign, isPart: true)
    guard let cache = setup.settings.configuration.cache.remote.address else {
      throw PipelineSetup.refusal(
        .init(.configuration, Setting.cacheURL.flag),
        "tasks leave their renditions in a cache that they share, and none is named",
        remedy: "name one with --cache-url or under cache.remote", .configurationShard)
    }
    let files: [ScaffoldFile]
    do throws(FlagRefusal) { files = try engine.files(job(setup, cache)) } catch {
      throw PipelineSetup.refusal(
        .init(.configuration, engine.rawValue), "there are no files for \(engine.rawValue): \(error)")
    }
    try output.write(files, next: "the steps of README.md")
  }

  private func job(_ setup: PipelineSetup, _ cache: SharedCacheAddress) throws(FlagRefusal) -> ArrayJob {
    let settings = setup.settings
    let folder = RunFolder(of: settings.configurationPath)
    let paths = [
      "campaign": folder.relative(settings.campaignFolder), "configuration": folder.name,
      "output": folder.relative(settings.outputFolder), "requests": folder.relative(settings.requestFolder),
    ]
    let configured = if case .fixed(let count) = settings.configuration.jobs { count } else { Self.usualJobs }
    return try ArrayJob(
      shards: shards, jobs: jobs ?? configured, workerBytes: settings.configuration.worker.memoryBytes, image: image,
      folder: folder.path, paths: paths, cache: cache, flags: folder.flags(setup.overrides.decidingResults))
  }
}

extension Engine: ExpressibleByArgument {}

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
    let relative = PathBase(workingDirectory: path, alias: resolved).relative(other)
    return relative == ".." || relative.hasPrefix("../") ? other : relative
  }
}
