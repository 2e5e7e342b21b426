import ArgumentParser
import Foundation
import MediaPipeline
import PushDelivery

/// Campaign folder to hosted assets and ready-to-send requests.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Render, publish and write the requests of a campaign.",
    discussion: """
      Every picture of the campaign folder is rendered under its limit and published; every message of its campaign.yml (or, \
      without one, every picture) becomes a request file. The request folder is replaced as a set at the end: it holds \
      exactly the requests that are good, and index.json.
      """)

  @OptionGroup var options: PipelineOptions

  @Option(help: "Where the run report goes as JSON. [$RICHPUSH_REPORT]")
  var report: String?

  @Option(
    help: "Where a page goes that shows each message as clients show it. [$RICHPUSH_CONTACT_SHEET]")
  var contactSheet: String?

  func run() async throws {
    let setup = try PipelineSetup.load(options, report: report, contactSheet: contactSheet)
    if let problem = setup.settings.contactSheet.flatMap(ContactSheetFile.init)?.problem {
      throw PipelineSetup.explain([problem], status: .environment)
    }
    let settings = setup.settings
    let interruption = InterruptionGuard { settings.tidyUp() }
    defer { withExtendedLifetime(interruption) {} }
    let progress = Progress(console: .standard)
    let report = try await explainingFailure { () throws(PipelineError) in
      defer { progress.end() }
      return try await Pipeline(setup.settings, observe: progress.observe).run()
    }
    // The file first: it is there even if nobody reads the output; and the output even if there is no file.
    let saved = Result { try setup.save(report) }
    try setup.print(report, requestFolder: setup.settings.requestFolder)
    try saved.get()
    try ExitStatus(report).leave()
  }
}
