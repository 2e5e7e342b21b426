import ArgumentParser
import Essentials
import MediaPipeline
import PushDelivery

/// Campaign folder to hosted assets and ready-to-send requests.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Render, publish and write the requests of a campaign.",
    discussion: """
      Every picture of the campaign folder is rendered under its limit and published; every message of its campaign.yml or \
      messages.csv becomes a request file. The request folder is replaced as a set at the end: it holds \
      exactly the requests that are good, and index.json.
      """)

  @OptionGroup var options: PipelineOptions

  @Option(help: .report, completion: .json) var report: String?

  @Option(help: .contactSheet, completion: .page) var contactSheet: String?

  @Option(help: .approved, completion: .json) var approved: String?

  @Flag(name: .customLong("dry-run"), help: "Say what would be done, as plan does; write nothing.")
  var dryRun = false

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
  @Argument(help: .campaign, completion: .directory) var campaign: String?

  @Option(help: .configuration, completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .destination, completion: .destinations) var destination: String?

  @Option(help: "The folder to publish to. [$RICHPUSH_OUTPUT]", completion: .directory)
  var output: String?

  @Option(name: .customLong("base-url"), help: "The public address of that folder. [$RICHPUSH_BASE_URL]")
  var baseURL: String?

  @Option(help: .requests, completion: .directory) var requests: String?

  @Option(help: .project) var project: String?

  @Option(help: "How many pictures are worked on at once: 1 to 64, or auto. [$RICHPUSH_JOBS]", completion: .automatic)
  var jobs: String?

  @Option(help: .format, completion: .formats) var format: String?

  @Flag(name: .customLong("no-cache"), help: "Render everything again. [$RICHPUSH_NO_CACHE]")
  var noCache = false

  @Option(
    name: .customLong("cache-url"),
    help: "A cache that machines share: https://…, s3://…, gs://…, azure://… or file:///… [$RICHPUSH_CACHE_URL]")
  var cacheURL: String?

  @Option(
    name: .customLong("cache-mode"),
    help: "How the shared cache is used: read-write or read-only. [$RICHPUSH_CACHE_MODE] (default: read-write)",
    completion: .cacheModes)
  var cacheMode: String?

  @Flag(help: .trial) var trial = false

  @Flag(help: .replace) var replace = false

  @Flag(help: .withdrawAll) var withdrawAll = false

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
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Say what run would make, publish, send and withdraw, and why; write nothing.",
    discussion: """
      Goes the way of run to its end, so that it finds the same and ends with the same exit status: everything is rendered, in \
      a folder that is gone afterwards, and every message is composed. Nothing is published or committed, no URL is tried, no \
      bucket is asked, and no credentials are needed, which `richpush doctor` tries.

      With --contact-sheet it also writes a page that shows each message as clients show it, and keeps what it renders for \
      that in the render cache: a preview that publishes and deploys nothing.
      """)

  @OptionGroup var options: PipelineOptions

  @Option(help: "Where a page goes that shows each message as clients show it.", completion: .page)
  var contactSheet: String?

  @Option(help: .approved, completion: .json) var approved: String?

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
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Write the requests of a campaign again, with the pictures that an earlier run published.",
    discussion: """
      For texts, targets and options that changed while the pictures did not: nothing is rendered or published, and a picture \
      that did change is an error. The request folder is replaced as a set, as by `run`; files that stay the same are not \
      written again.
      """)

  @Argument(
    help: ArgumentHelp(
      "What an earlier run published: its request folder, or the index.json in it.", valueName: "manifest"),
    completion: .json)
  var manifest: String

  @Argument(help: .campaign, completion: .directory) var campaign: String?

  @Option(help: .configuration, completion: .pipeline) var config: String?

  @Option(help: .requests, completion: .directory) var requests: String?

  @Option(help: .project) var project: String?

  @Option(help: .format, completion: .formats) var format: String?

  @Option(help: .report, completion: .json) var report: String?

  @Flag(help: .trial) var trial = false

  @Flag(help: .replace) var replace = false

  @Flag(help: .withdrawAll) var withdrawAll = false

  @Flag(name: .customLong("dry-run"), help: "Say what would be written and withdrawn; write nothing.")
  var dryRun = false

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
