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
    let publisher = FolderPublisher(setup.settings) { Console.standard.note("done: \($0.printable)") }
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

/// What `publish` is to publish: the files of a folder, or those that a run report names.
struct PublicationSource {
  let folder: String
  /// nil: every file of the folder that is named as richpush names renditions.
  let names: [String]?

  /// - Parameter folder: where the files that a report names lie.
  /// - Throws: `ExitCode` after saying what is wrong.
  init(_ argument: String, folder: String?) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else {
      throw Self.refusal("there is nothing at \(argument.printable); name a run report or a published folder")
    }
    if isFolder.boolValue {
      (self.folder, names) = (argument, nil)
      return
    }
    guard let data = FileManager.default.contents(atPath: argument),
      let report = try? JSONDecoder().decode(RunReport.self, from: data)
    else { throw Self.refusal("\(argument.printable) is no run report of this version of richpush") }
    guard let folder else {
      throw Self.refusal("where the files of the report lie is not known; name their folder with --from")
    }
    self.folder = folder
    names = Set(report.assets.flatMap(\.renditions).map(\.path)).sorted()
  }

  private static func refusal(_ text: String) -> ExitCode {
    Console.standard.note(text)
    return ExitCode(ExitStatus.usage.rawValue)
  }
}
