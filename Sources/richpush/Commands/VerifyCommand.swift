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

  @Option(help: "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml)", completion: .pipeline)
  var config: String?

  @Option(help: "How results are printed: text or json. [$RICHPUSH_FORMAT] (default: text)", completion: .formats)
  var format: String?

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    var diagnostics: [Diagnostic] = []
    let overrides = PipelineSetup.overrides([(.config, config), (.format, format)], diagnostics: &diagnostics)
    let format = PipelineSetup.format(overrides.format, diagnostics: &diagnostics)
    let folder = path ?? overrides.requests ?? Self.configuredFolder(overrides.config, diagnostics: &diagnostics)
    guard let folder, let format, diagnostics.isEmpty else { throw PipelineSetup.explain(diagnostics) }
    let report = try await Self.verify(folder)
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

  private static func verify(_ folder: String) async throws -> VerificationReport {
    let progress = Progress(console: .standard, beginning: "reading the requests")
    let interruption = InterruptionGuard(saying: {
      "not every URL was tried, and the next verify begins anew"
    })
    defer { withExtendedLifetime(interruption) {} }
    do throws(PipelineError) {
      let report = try await SetVerification(path: folder, observe: progress.observe).run()
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
    let good = report.assets.count { $0.proof == .proven }
    return [
      "\(good) of \(counted(report.assets.count, "URL")) deliver what was published", ProofText.line(report.proof),
    ]
  }
}
