import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Whether everything that a run needs is there.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("doctor")

  @Option(help: .text("optionalConfiguration"), completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .text("examinedDestination"), completion: .destinations) var destination:
    String?

  @Option(help: "How results are printed: text or json.") var format: OutputFormat = .text

  @Flag(help: "Publish one small picture, and load it as clients do.") var publish = false

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    let setup = try await setup()
    let settings = setup?.settings
    let progress = ProgressBar(console: .standard)
    let interruption = InterruptionGuard(saying: { "not everything was looked at" })
    defer { withExtendedLifetime(interruption) {} }
    var report = await Doctor(
      settings, worker: .thisProgram(limits: settings?.worker.limits ?? WorkerLimits()),
      obstacles: (setup?.obstaclesOfRun ?? []) + openMarks(setup), publishes: publish
    ).examine { progress.show($0) }
    if format == .json { report.versions = await InstalledVersions.find(richpush: richpushVersion) }
    progress.clear()
    let text = DoctorText(report: report, style: Console.standard.output).text
    try Console.standard.answer(format, isGood: report.isSound, json: reportJSON(report), text: text)
    if !report.isSound { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  /// What `init` left to be filled in, without which a run does not begin.
  private func openMarks(_ setup: PipelineSetup?) -> [Diagnostic] {
    guard let settings = setup?.settings, !settings.configuration.compose.isTrial else { return [] }
    let file = ConfigurationFile.readable(settings.configurationPath)
    let marks = OpenMarks(pipeline: file, campaign: settings.campaignFolder).lines.filter { !$0.isAddress }
    guard !marks.isEmpty else { return [] }
    let places = shortList(marks.map { "\(PathBase.here($0.path)):\($0.number)" })
    return [
      Diagnostic(
        .configurationValue, .init(.configuration, settings.configurationPath, keyPath: "campaign"),
        "\(counted(marks.count, "line")) still to be filled in: \(places)",
        remedy: "write your own values in the place of \(OpenMarks.mark)…")
    ]
  }

  /// - Returns: nil where nothing is configured here.
  /// - Throws: `ExitCode(2)` after saying what is wrong with it, or with a variable: it may be the one that names pipeline.yml.
  private func setup() async throws -> PipelineSetup? {
    let (variables, findings) = ConfigurationOverrides.read(environment: ProcessInfo.processInfo.environment)
    guard config == nil, variables[.config] == nil, !ConfigurationFile.isThere(nil) else {
      return try await PipelineSetup.load([.config: config, .destination: destination], isComposing: false)
    }
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw PipelineSetup.explain(errors) }
    return nil
  }
}

/// The checks before a run, for people: a line for each, and below it how to fix a failed one.
struct DoctorText {
  let report: DoctorReport
  let style: Style

  var text: String {
    let width = report.examinations.map(\.name.count).max() ?? 0
    let found = report.examinations.flatMap { lines($0, width) }
    return (found + ["", verdict]).joined(separator: "\n")
  }

  private func lines(_ examination: DoctorFinding, _ width: Int) -> [String] {
    let name = examination.name.padded(toColumns: width)
    let more = [examination.cost.map { "so \($0)" }, examination.remedy.map { "remedy: \($0)" }].compactMap(\.self)
    let indentation = String(repeating: " ", count: width + 11)
    let head = "\(mark(examination.state))  \(style.bold(name))  \(examination.found.printable)"
    return [head] + more.map { indentation + $0.printable }
  }

  /// Seven letters each, so that the texts align.
  private func mark(_ state: DoctorFinding.State) -> String {
    switch state {
    case .good: style.green("good   ")
    case .warning: style.yellow("warning")
    case .missing: style.yellow("missing")
    case .broken: style.red("broken ")
    }
  }

  private var verdict: String {
    let broken = report.examinations.count { $0.state == .broken }
    let missing = report.examinations.count { $0.state == .missing }
    let warnings = report.examinations.count { $0.state == .warning }
    if broken > 0 { return style.red("\(counted(broken, "problem")) would stop a run") }
    return style.green("a run has what it needs")
      + (warnings > 0 ? ", with \(counted(warnings, "warning"))" : "")
      + (missing > 0 ? ", and without \(counted(missing, "optional part"))" : "")
  }
}
