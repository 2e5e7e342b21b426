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
