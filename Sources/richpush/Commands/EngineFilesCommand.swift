import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The files for an engine that does a run as an array of tasks.
struct EngineFilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("engine")

  /// Enough to keep a task busy during input and output, and small enough for every engine's smallest machines.
  private static let usualJobs = 2

  @Argument(help: "The engine.") var engine: Engine

  @Argument(help: .text("campaign"), completion: .directory) var campaign: String?

  @Option(help: .text("engineFiles.shards"), transform: FlagValue.shards) var shards: Int

  @Option(name: .customLong("cache-url"), help: .text("engineFiles.cacheURL")) var cacheURL: String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .text("destination"), completion: .destinations) var destination: String?

  @OptionGroup var output: ScaffoldOutput

  @Option(help: .text("engineFiles.jobs"), transform: FlagValue.jobs) var jobs: Int?

  @Option(help: .text("engineFiles.image")) var image = "registry.example.com/richpush:latest"

  func run() async throws {
    let setup = try await PipelineSetup.load(
      [.destination: destination, .config: config, .cacheURL: cacheURL], campaign: campaign, isPart: true)
    guard let cache = setup.settings.configuration.cache.remote.address else {
      throw PipelineSetup.refusal(.setting("noSharedCache"), .init(.configuration, Setting.cacheURL.flag))
    }
    let files: [ScaffoldFile]
    do throws(FlagRefusal) { files = try engine.files(job(setup, cache)) } catch {
      let words = ErrorWords.setting("noEngineFiles", engine.rawValue, error.description)
      throw PipelineSetup.refusal(words, .init(.configuration, engine.rawValue))
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
