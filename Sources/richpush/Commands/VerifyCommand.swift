import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// Proves that the files in requests arrive, for a folder that is deployed separately.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("verify")

  @Argument(help: .text("verify.path"), completion: .json) var path: String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(help: .text("format"), completion: .formats) var format: String?

  @Option(help: .text("verify.approved"), completion: .json) var approved: String?

  @OptionGroup(title: "Loading") var loading: LoadingOptions

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    var diagnostics: [Diagnostic] = []
    let overrides = PipelineSetup.overrides([.config: config, .format: format], diagnostics: &diagnostics)
    let format = OutputFormat.chosen(by: overrides, diagnostics: &diagnostics)
    let folder =
      path ?? overrides[.requests]
      ?? ConfigurationFile.read(overrides[.config], diagnostics: &diagnostics).map {
        $0.resolve($0.configuration.requestFolder)
      }
    guard let folder, let format, diagnostics.isEmpty else { throw PipelineSetup.explain(diagnostics) }
    let approval = try await Approval.given(approved)
    let report = try await verify(folder, approval, ConfigurationFile.readable(overrides[.config]))
    let status = ExitStatus(report)
    let text = VerificationText(report: report, style: Console.standard.output)
    try Console.standard.answer(format, isGood: status == .success, json: reportJSON(report), text: text.text)
    try status.leave()
  }

  /// - Parameter file: names the folders of runs' records and of published files.
  private func verify(
    _ folder: String, _ approval: Approval?, _ file: ConfigurationFile
  ) async throws -> VerificationReport {
    let progress = Progress(console: .standard, beginning: "reading the requests")
    let interruption = InterruptionGuard(saying: {
      "not every URL was tried, and the next verify begins again"
    })
    defer { withExtendedLifetime(interruption) {} }
    let verification = SetVerification(
      path: folder, patience: loading.patience, mostAttempts: loading.retries.map { $0 + 1 } ?? .max,
      longestTime: loading.limit, recordFolders: file.stateFolders, publishedFolder: file.publishedFolder,
      approval: approval, observe: progress.observe)
    return try await explainingFailure("; the requests are marked as they were") { () throws(PipelineError) in
      defer { progress.end() }
      return try await verification.run()
    }
  }
}

/// The patience for loading what is served now, or soon.
struct LoadingOptions: ParsableArguments {
  @Option(help: .text("verify.retries"), transform: FlagValue.retries) var retries: Int?

  @Option(help: .text("verify.timeout"), transform: FlagValue.seconds) var timeout: Int?

  var limit: Duration? { timeout.map { .seconds($0) } }

  /// A minute by default. More attempts also need more time, for pauses of at most eight seconds.
  var patience: Duration { limit ?? .seconds(max(60, retries.map { 8 * ($0 + 1) } ?? 0)) }
}

/// The result of `verify`, for people: errors, then whether it is a trial, the number of URLs, and last whether they are proven.
struct VerificationText {
  let report: VerificationReport
  let style: Style

  var text: String { paragraphs([DiagnosticsText(report.diagnostics, style: style).lines, conclusion]) }

  /// The last lines: the total.
  var conclusion: [String] {
    // If a request refers to something outside the index, it cannot be verified.
    if report.assets.isEmpty, report.proof == .proven { return ["nothing to verify: no request refers to a URL"] }
    let good = report.assets.count { $0.proof == .proven }
    let verb = report.assets.count == 1 ? "delivers" : "deliver"
    let count = "\(good) of \(counted(report.assets.count, "URL")) \(verb) what was published"
    return (report.isTrial == true ? ["a trial: do not send these requests"] : [])
      + (report.proof == .proven ? [count, ProofText.line(.proven)] : ["unproven: " + count])
      + CommandText.next(ExitStatus(report))
  }
}
