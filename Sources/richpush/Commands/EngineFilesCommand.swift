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
struct ContainerFiles<Choice: EngineChoice>: ParsableCommand {
  static var configuration: CommandConfiguration { EngineOptions.command(Choice.engine) }

  @OptionGroup var options: EngineOptions

  @Option(help: "The container image that has richpush.")
  var image = EngineOptions.placeholder

  func run() throws { try options.write(Choice.engine, image: image) }
}

/// The files for Slurm, whose nodes have richpush installed.
struct SlurmFiles: ParsableCommand {
  static let configuration = EngineOptions.command(.slurm)

  @OptionGroup var options: EngineOptions

  func run() throws { try options.write(.slurm, image: EngineOptions.placeholder) }
}

/// The common options of the engine commands.
struct EngineOptions: ParsableArguments {
  static func command(_ engine: Engine) -> CommandConfiguration {
    CommandConfiguration(
      commandName: engine.name, abstract: "Write what \(engine.title) needs to do a planned run.",
      discussion: """
        An array with a task for each shard of the plan, a job that joins them, and a README of the commands. Memory and time are \
        those of the shard that has most to do. Files that exist are left as they are.
        """)
  }

  /// A name that cannot be taken for a real image.
  static let placeholder = "registry.example.com/richpush:latest"

  /// Enough to keep a task busy during input and output, and small enough for every engine's smallest machines.
  private static let usualJobs = 2

  @Option(help: .plan, completion: .json) var plan: String

  @OptionGroup var results: ResultsOption

  @OptionGroup var output: ScaffoldOutput

  @Option(
    help: "How many pictures a task works on at once: 1 to 64. (default: as pipeline.yml, else 2)",
    transform: FlagValue.jobs)
  var jobs: Int?

  func write(_ engine: Engine, image: String) throws {
    let files: [ScaffoldFile]
    let job = try arrayJob(image: image)
    do throws(ArrayJobError) { files = try engine.files(job()) } catch {
      throw PipelineSetup.explain([
        Diagnostic(
          .configurationValue, .init(.configuration, plan), "there are no files for \(engine.name): \(error)")
      ])
    }
    try output.write(files, next: "the steps of README.md")
  }

  /// Reads the plan; returns how to make its array job.
  private func arrayJob(image: String) throws -> () throws(ArrayJobError) -> ArrayJob {
    let planned = try PlannedSetup.plan(at: plan)
    let share = try explaining { try RunPlanFile(path: plan).largestShare() }
    let settings = try PlannedSetup.load(planned, at: plan).settings
    let (limits, count) = (settings.configuration.worker, settings.configuration.jobs)
    let need = ShardNeed(
      work: share.work, workerBytes: limits.memoryBytes, longestFile: max(limits.seconds, limits.motionSeconds))
    let folder = PlanFolder(of: plan)
    let variables = planned.settings.compactMap { name, text in Setting(rawValue: name).map { ($0.variable, text) } }
    let paths = [
      "folder": folder.path, "plan": folder.name, "campaign": planned.campaign,
      "configuration": planned.configuration.path, "output": folder.relative(settings.outputFolder),
      "requests": folder.relative(settings.requestFolder), "results": place(in: folder),
    ]
    return { () throws(ArrayJobError) in
      try ArrayJob(
        shards: planned.shards, jobs: jobs ?? count.fixed ?? Self.usualJobs, need: need, image: image, paths: paths,
        settings: Dictionary(variables, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The place of the shards' results, from the plan's folder.
  private func place(in folder: PlanFolder) -> String {
    switch results.address(ofPlan: plan) {
    case .bucket(let address): address.description
    case .folder(let path): folder.relative(path)
    }
  }
}

extension JobCount {
  /// nil where each machine chooses the number.
  fileprivate var fixed: Int? { if case .fixed(let count) = self { count } else { nil } }
}

/// The folder of a plan.
private struct PlanFolder {
  /// Absolute.
  let path: String
  /// Of the plan's file.
  let name: String

  init(of plan: String) {
    let url = URL(filePath: plan).absoluteURL.standardizedFileURL
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    path = folder.withoutTrailingSlash
    name = url.lastPathComponent
  }

  /// A path relative to this folder, if it is inside.
  func relative(_ other: String) -> String {
    let other = URL(filePath: other).absoluteURL.standardizedFileURL.path(percentEncoded: false)
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    for folder in [path, resolved] {
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      if other.hasPrefix(prefix), other.count > prefix.count { return String(other.dropFirst(prefix.count)) }
    }
    return other
  }
}
