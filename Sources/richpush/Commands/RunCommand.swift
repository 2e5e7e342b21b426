import ArgumentParser
import Essentials
import MediaPipeline
import PushDelivery

/// Campaign folder to hosted assets and ready-to-send requests.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("run")

  @OptionGroup var options: PipelineOptions

  @Option(help: .text("report"), completion: .json) var report: String?

  @Option(help: .text("contactSheet"), completion: .page) var contactSheet: String?

  @Option(help: .text("approved"), completion: .json) var approved: String?

  @Flag(name: .customLong("dry-run"), help: "Say what would be done, as plan does; write nothing.") var dryRun = false

  @OptionGroup(title: "A part of a run") var part: ShardOptions

  @OptionGroup(title: "Transfers") var transfers: TransferOptions

  @OptionGroup(title: "Output") var telling: OutputOptions

  func validate() throws {
    try part.validate(
      beside: options,
      [("--dry-run", dryRun), ("--approved", approved != nil), ("--contact-sheet", contactSheet != nil)])
    if dryRun, report != nil || contactSheet != nil {
      throw ValidationError("--dry-run writes nothing: leave out --report and --contact-sheet")
    }
  }

  func run() async throws {
    let shard = try part.chosen()
    var setup = try await options.setup(
      report: report, contactSheet: contactSheet, approved: approved, isPart: shard != nil)
    setup.settings.access.store = transfers.applied(to: setup.settings.access.store)
    if dryRun { setup.settings.contactSheet = nil }
    let status = try await setup.perform(shard.map(RunMode.shard) ?? (dryRun ? .plan : .run))
    if let shard { try part.leave(status, shard) }
    try status.leave()
  }
}

extension Approval {
  static func given(_ path: String?) async throws -> Approval? {
    try await explainingFailure { () throws(PipelineError) in try path.map(Approval.init) }
  }
}

/// The common options of `run` and `plan`. Flags win over environment variables, which win over pipeline.yml.
struct PipelineOptions: ParsableArguments {
  @Argument(help: .text("campaign"), completion: .directory) var campaign: String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .text("destination"), completion: .destinations) var destination: String?

  @Option(help: "The folder to publish to. [$RICHPUSH_OUTPUT]", completion: .directory) var output: String?

  @Option(name: .customLong("base-url"), help: .text("run.baseURL")) var baseURL: String?

  @Option(help: .text("requests"), completion: .directory) var requests: String?

  @Option(help: .text("project")) var project: String?

  @Option(help: .text("run.jobs"), completion: .automatic) var jobs: String?

  @Option(help: .text("format"), completion: .formats) var format: String?

  @Flag(name: .customLong("no-cache"), help: "Render everything again. [$RICHPUSH_NO_CACHE]") var noCache = false

  @Option(name: .customLong("cache-url"), help: .text("run.cacheURL")) var cacheURL: String?

  @Option(name: .customLong("cache-mode"), help: .text("run.cacheMode"), completion: .cacheModes) var cacheMode: String?

  @Flag(help: .text("trial")) var trial = false

  @Flag(help: .text("replace")) var replace = false

  @Flag(help: .text("withdrawAll")) var withdrawAll = false

  /// The set-up of a run with these options.
  func setup(
    report: String? = nil, contactSheet: String?, approved: String?, isPart: Bool = false
  ) async throws -> PipelineSetup {
    var setup = try await PipelineSetup.load(
      [
        .destination: destination, .output: output, .baseURL: baseURL, .requests: requests, .project: project,
        .report: report, .contactSheet: contactSheet, .format: format, .jobs: jobs, .config: config,
        .cacheURL: cacheURL, .cacheMode: cacheMode, .noCache: noCache ? "true" : nil, .trial: trial ? "true" : nil,
      ], campaign: campaign, isPart: isPart)
    (setup.settings.replacesRequests, setup.settings.withdrawsAll) = (replace, withdrawAll)
    setup.settings.approval = try await Approval.given(approved)
    return setup
  }
}

/// What `run` would do, without doing it.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("plan")

  @OptionGroup var options: PipelineOptions

  @Option(help: .text("run.contactSheet"), completion: .page) var contactSheet: String?

  @Option(help: .text("approved"), completion: .json) var approved: String?

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    var setup = try await options.setup(contactSheet: contactSheet, approved: approved)
    // Whatever variables and pipeline.yml set for a run.
    setup.settings.contactSheet = contactSheet
    try await setup.perform(.plan).leave()
  }
}

/// Changed texts to ready-to-send requests, without rendering.
struct ComposeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("compose")

  @Argument(help: .text("run.manifest"), completion: .json) var manifest: String

  @Argument(help: .text("campaign"), completion: .directory) var campaign: String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(help: .text("requests"), completion: .directory) var requests: String?

  @Option(help: .text("project")) var project: String?

  @Option(help: .text("format"), completion: .formats) var format: String?

  @Option(help: .text("report"), completion: .json) var report: String?

  @Flag(help: .text("trial")) var trial = false

  @Flag(help: .text("replace")) var replace = false

  @Flag(help: .text("withdrawAll")) var withdrawAll = false

  @Flag(name: .customLong("dry-run"), help: .text("run.dryRun")) var dryRun = false

  @OptionGroup(title: "Output") var telling: OutputOptions

  func validate() throws {
    if dryRun, report != nil { throw ValidationError("--dry-run writes nothing: leave out --report") }
  }

  func run() async throws {
    let manifest = try await explainingFailure("; the former requests are untouched") { () throws(PipelineError) in
      try CampaignManifest(path: self.manifest)
    }
    var setup = try await PipelineSetup.load(
      [
        // Messages name the published assets, wherever the next run would publish.
        .baseURL: manifest.baseURL, .requests: requests, .project: project, .report: report, .format: format,
        .config: config, .trial: trial ? "true" : nil,
      ], campaign: campaign)
    (setup.settings.replacesRequests, setup.settings.withdrawsAll) = (replace, withdrawAll)
    // Only a run writes it.
    setup.settings.contactSheet = nil
    try await setup.perform(dryRun ? .plan : .run, from: manifest).leave()
  }
}
