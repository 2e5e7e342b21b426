import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

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

      With --shards and --save nothing is rendered either: what there is to do is written to a file, and `run --plan FILE \
      --shard I/N` does a part of it on each of N machines, which `merge FILE` then joins.
      """)

  @OptionGroup var options: PipelineOptions

  @Option(help: "Where a page goes that shows each message as clients show it.", completion: .page)
  var contactSheet: String?

  @OptionGroup(title: "Output") var telling: OutputOptions

  @Option(
    help: "Freeze the run for so many machines, each of which does one shard: 1 to 10,000. Needs --save.",
    transform: FlagValue.shards)
  var shards: Int?

  @Option(
    help: "The file that the frozen run is written to, for `run --plan` and `merge`. Nothing is rendered then.",
    completion: .json)
  var save: String?

  func validate() throws {
    if shards != nil, save == nil { throw ValidationError("--shards goes with --save: name the file of the plan") }
    if contactSheet != nil, save != nil {
      throw ValidationError(
        "--save renders nothing, so that there is nothing for --contact-sheet: leave out one of them")
    }
  }

  func run() async throws {
    guard let save else { return try await PipelineSetup.plan(options, contactSheet: contactSheet) }
    try await PipelineSetup.save(options, to: save, shards: shards ?? 1)
  }
}

extension PipelineSetup {
  /// Prints what a run would do, and exits with the status that it would have.
  ///
  /// - Parameter contactSheet: where to write its page; nil for none, whatever variables and pipeline.yml set for a run.
  static func plan(_ options: PipelineOptions, contactSheet: String? = nil) async throws {
    let setup = try PipelineSetup.load(options, contactSheet: contactSheet).ofPlan(contactSheet: contactSheet)
    try setup.requireWritableOutputs()
    // Until the page is written, its only trace is a temporary folder of the system.
    let interruption = InterruptionGuard(saying: { "nothing was written" })
    defer { withExtendedLifetime(interruption) {} }
    let progress = Progress(console: .standard)
    let report = try await explainingFailure { () throws(PipelineError) in
      defer { progress.end() }
      return try await Pipeline(setup.settings, observe: progress.observe).plan()
    }
    try setup.print(report, isDryRun: true)
    try ExitStatus(report).leave()
  }

  /// Saves a run's inputs as a plan, and summarizes it.
  fileprivate static func save(_ options: PipelineOptions, to path: String, shards: Int) async throws {
    var setup = try PipelineSetup.load(options)
    setup.settings.plan = path
    setup.settings.foreignFolders = PlannedRun.standardResults(ofPlan: path).folder.map { [$0] } ?? []
    try requireWritable([OutputFile(path: path, .plan, flag: "--save")])
    let (settings, frozen) = (setup.settings, setup.frozen)
    let interruption = InterruptionGuard(saying: { "the plan did not get to its end" })
    defer { withExtendedLifetime(interruption) {} }
    let summary = try await explainingFailure("; there is no new plan") { () throws(PipelineError) in
      try await RunPlanner(settings, frozen: frozen, shards: shards).save(to: path)
    }
    Console.standard.say(summary.diagnostics)
    let isRefused = summary.diagnostics.contains { $0.severity == .error }
    let text = PlanSummaryText(summary: summary, path: path).text
    Console.standard.record([], conclusion: [text])
    if isRefused || !Console.standard.isQuiet {
      try setup.print(text)
    }
    if isRefused { throw ExitCode(ExitStatus.refused.rawValue) }
  }
}
