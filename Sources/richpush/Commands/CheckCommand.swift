import ArgumentParser
import MediaPipeline
import PushDelivery

/// Says before sending what would not show.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what would not show: of campaigns, files, live URLs and request files.",
    discussion: """
      Of a campaign folder it tells whether run would succeed; of a media file, a published folder or a URL whether this \
      very asset would show; of a request whether FCM would take it and the clients would show its picture. Nothing is \
      sent to FCM, and nothing is written but the files of --report and --update-baseline.

      Exit status: 0 clean; 1 findings as grave as --fail-on says; 2 wrong usage or configuration, and nothing was checked; \
      3 something could not be looked at, and trying again may help; the rest was checked.
      """)

  @OptionGroup var options: CheckOptions

  func run() async throws {
    let setup = try CheckSetup.load(options)
    let progress = CheckProgress(console: .standard)
    let interruption = InterruptionGuard {
      progress.end()
      Console.standard.complain("interrupted: the check did not get to its end, so nothing is known to be clean")
    }
    defer { withExtendedLifetime(interruption) {} }
    let outcome = await setup.check(observe: progress.observe)
    progress.end()
    // The files first: they are there even if nobody reads the output.
    let saved = Result { try setup.save(outcome) }
    try setup.output.print(outcome.report)
    try saved.get()
    try ExitStatus(outcome.report, failingOn: setup.output.threshold).leave()
  }
}
