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
      """)

  @OptionGroup var options: PipelineOptions

  @Option(help: "Where a page goes that shows each message as clients show it.", completion: .page)
  var contactSheet: String?

  @Option(help: .approved, completion: .json) var approved: String?

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws { try await PipelineSetup.plan(options, contactSheet: contactSheet, approved: approved) }
}

extension PipelineSetup {
  /// Prints what a run would do, and exits with the status that it would have.
  ///
  /// - Parameters:
  ///   - contactSheet: where to write its page; nil for none, whatever variables and pipeline.yml set for a run.
  ///   - approved: the file of an approval.
  static func plan(_ options: PipelineOptions, contactSheet: String? = nil, approved: String?) async throws {
    var setup = try PipelineSetup.load(options, contactSheet: contactSheet).ofPlan(contactSheet: contactSheet)
    setup.settings.approval = try Approval.given(approved)
    try setup.requireWritableOutputs()
    // Until the page is written, its only trace is a temporary folder of the system.
    let interruption = InterruptionGuard(saying: { "nothing was written" })
    defer { withExtendedLifetime(interruption) {} }
    let progress = Progress(console: .standard)
    let settings = setup.settings
    let report = try await explainingFailure { () throws(PipelineError) in
      defer { progress.end() }
      return try await Pipeline(settings, observe: progress.observe).plan()
    }
    try setup.print(report, isDryRun: true)
    try ExitStatus(report).leave()
  }
}
