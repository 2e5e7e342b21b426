import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Joins the results of a planned run's shards.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a planned run: its report and its requests.",
    discussion: """
      The report and the requests are those that one run would have made, whatever the number of shards and the order in which \
      they were done. Nothing is written where a shard's result is missing, cut or in contradiction with another, or where a file \
      of the campaign is not the one that was planned.
      """)

  @Argument(help: .plan, completion: .json) var plan: String

  @Argument(
    help: "The campaign folder, if it is not where the plan says.", completion: .directory)
  var campaign: String?

  @OptionGroup var results: ResultsOption

  @OptionGroup(title: "Output") var telling: OutputOptions

  @Flag(help: "Only print the numbers of the shards without a result, as engines take them for an array: 3,7,12-14.")
  var missing = false

  @Option(help: "The folder that was published to. [$RICHPUSH_OUTPUT]", completion: .directory)
  var output: String?

  @Option(help: .requests, completion: .directory) var requests: String?

  @Option(help: .report, completion: .json) var report: String?

  @Option(help: .contactSheet, completion: .page) var contactSheet: String?

  @Option(help: .format, completion: .formats) var format: String?

  @Flag(help: .replace) var replace = false

  @Flag(help: .withdrawAll) var withdrawAll = false

  func run() async throws {
    let planned = try PlannedSetup.plan(at: plan)
    try results.requireRoom()
    let setup = try PlannedSetup.load(planned, self)
    let run = PlannedRun(plan: plan, results: results.address(ofPlan: plan), settings: setup.settings)
    if missing { return try await printMissing(run, setup) }
    try setup.requireWritableOutputs()
    let settings = setup.settings
    let interruption = InterruptionGuard(saying: RequestSetState(settings).words) { Pipeline.tidyUp(after: settings) }
    defer { withExtendedLifetime(interruption) {} }
    let report = try await explainingFailure { () throws(PipelineError) in try await run.merge() }
    let saved = Result { try setup.save(report) }
    try setup.print(report)
    try saved.get()
    try ExitStatus(report).leave()
  }

  private func printMissing(_ run: PlannedRun, _ setup: PipelineSetup) async throws {
    let numbers = try await explainingFailure("") { () throws(PipelineError) in try await run.missingShards() }
    if !numbers.numbers.isEmpty { try setup.print(numbers.description) }
  }
}
