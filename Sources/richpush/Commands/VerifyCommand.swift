import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// The proof that what requests refer to arrives, for a folder that somebody else deploys.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Load every URL of a request folder and mark its requests as proven.",
    discussion: """
      For a directory that you take to your server yourself: when it is there, this loads each URL to which a request refers as \
      the clients do and compares the bytes with what was published. Only when all of them are right do index.json and the \
      other forms of the requests say that they are proven. Run it on any machine that has the request folder.
      """)

  @Argument(
    help: ArgumentHelp(
      "The request folder, or the index.json in it. Default: that of pipeline.yml.", valueName: "index.json|folder"),
    completion: .json)
  var path: String?

  @Option(help: .configuration, completion: .pipeline) var config: String?

  @Option(help: .format, completion: .formats) var format: String?

  @OptionGroup(title: "Loading") var loading: LoadingOptions

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    var diagnostics: [Diagnostic] = []
    let overrides = PipelineSetup.overrides([(.config, config), (.format, format)], diagnostics: &diagnostics)
    let format = PipelineSetup.format(overrides.format, diagnostics: &diagnostics)
    let folder = path ?? overrides.requests ?? Self.configuredFolder(overrides.config, diagnostics: &diagnostics)
    guard let folder, let format, diagnostics.isEmpty else { throw PipelineSetup.explain(diagnostics) }
    let report = try await verify(folder, ConfigurationFile.readable(overrides.config).stateFolders)
    let status = ExitStatus(report)
    let text = VerificationText(report: report, style: Console.standard.output)
    Console.standard.record(report.diagnostics, conclusion: text.conclusion)
    switch format {
    case .json: try Console.standard.print(report.text())
    case .text where Console.standard.isQuiet && status == .success: break
    case .text: try Console.standard.print(text.text)
    }
    try status.leave()
  }

  /// - Parameter states: where runs keep what they found at destinations.
  private func verify(_ folder: String, _ states: [String]) async throws -> VerificationReport {
    let progress = Progress(console: .standard, beginning: "reading the requests")
    let interruption = InterruptionGuard(saying: {
      "not every URL was tried, and the next verify begins anew"
    })
    defer { withExtendedLifetime(interruption) {} }
    do throws(PipelineError) {
      let report = try await loading.verification(of: folder, recordFolders: states, observe: progress.observe)
        .run()
      progress.end()
      return report
    } catch {
      progress.end()
      throw PipelineSetup.explain(error, consequence: "; the requests are marked as they were")
    }
  }

  private static func configuredFolder(_ config: String?, diagnostics: inout [Diagnostic]) -> String? {
    ConfigurationFile.read(config, diagnostics: &diagnostics).map { $0.resolve($0.configuration.requestFolder) }
  }
}

/// How patiently something is loaded that is served already, or soon.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: "How often what does not answer yet is asked again: 0 to 100. (default: for about a minute)",
    transform: FlagValue.retries)
  var retries: Int?

  @Option(
    help: ArgumentHelp("How long one URL may take with all that is tried again.", valueName: "seconds"),
    transform: FlagValue.seconds)
  var timeout: Int?

  /// For how long URLs are loaded again if no flag says so, and the longest pause before that.
  private static let (patience, pause) = (Duration.seconds(60), Duration.seconds(8))

  /// - Parameter recordFolders: where runs keep what they found at destinations.
  func verification(
    of path: String, recordFolders: [String] = [], observe: @escaping @Sendable (PipelineEvent) -> Void
  ) -> SetVerification {
    // Who wants more attempts wants the time that they take.
    let patience = max(Self.patience, retries.map { Self.pause * ($0 + 1) } ?? .zero)
    let limit = timeout.map { Duration.seconds($0) }
    return SetVerification(
      path: path, patience: limit ?? patience, mostAttempts: retries.map { $0 + 1 } ?? .max, longestTime: limit,
      recordFolders: recordFolders, observe: observe)
  }
}

/// What `verify` found, for people: what is wrong, then how many URLs there are, and at the end whether they are proven.
struct VerificationText {
  let report: VerificationReport
  let style: Style

  var text: String {
    [DiagnosticsText(report.diagnostics, style: style).lines, conclusion].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// What the whole comes to: the last lines.
  var conclusion: [String] {
    // Where a request refers to what the index does not have, there is something that nobody could verify.
    if report.assets.isEmpty, report.proof == .proven { return ["nothing to verify: no request refers to a URL"] }
    let good = report.assets.count { $0.proof == .proven }
    return [
      "\(good) of \(counted(report.assets.count, "URL")) deliver what was published", ProofText.line(report.proof),
    ]
  }
}
