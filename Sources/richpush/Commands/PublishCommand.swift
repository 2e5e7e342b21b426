import ArgumentParser
import Findings
import Foundation
import MediaPipeline
import PushDelivery

/// What an earlier run rendered, to another destination.
struct PublishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publish what an earlier run rendered.",
    discussion: """
      Takes the files of a published folder, or those that a run report names, and publishes them to a destination of \
      pipeline.yml: what is there already is not sent again, and each URL is tried as `verify` says. Only files that are \
      what their names say are published.
      """)

  @Argument(help: ArgumentHelp("A run report, or the folder that a run published to.", valueName: "report|folder"))
  var source: String

  @Option(
    name: .customLong("to"),
    help: "The destination of pipeline.yml to publish to, by its name. [$RICHPUSH_TO] (default: the first)")
  var destination: String?

  @Option(help: "The folder of the files that a report names. (default: that of pipeline.yml's first directory)")
  var from: String?

  @Option(help: "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml)")
  var config: String?

  @Option(name: .customLong("base-url"), help: "The public address of the destination. [$RICHPUSH_BASE_URL]")
  var baseURL: String?

  @Option(help: "How results are printed: text or json. [$RICHPUSH_FORMAT] (default: text)")
  var format: String?

  func run() async throws {
    let setup = try PipelineSetup.load(self)
    let interruption = InterruptionGuard {}
    defer { withExtendedLifetime(interruption) {} }
    let files = try PublicationSource(source, folder: from ?? setup.renderedFolder)
    let publisher = FolderPublisher(setup.settings) { Console.standard.complain("done: \($0.printable)") }
    let report: PublicationReport
    do throws(PipelineError) {
      report = try await publisher.publish(folder: files.folder, names: files.names)
    } catch {
      throw PipelineSetup.explain(error)
    }
    try setup.print(report)
    try ExitStatus(report).leave()
  }
}
