import ArgumentParser
import MediaPipeline

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
