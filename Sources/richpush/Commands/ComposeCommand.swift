import ArgumentParser
import MediaPipeline
import PushDelivery

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
