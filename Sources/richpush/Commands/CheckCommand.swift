import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// Says before sending what would not show.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("check")

  @OptionGroup var options: CheckOptions

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    let setup = try await CheckSetup.load(options)
    let progress = Progress(console: .standard, beginning: "reading what is to be checked", unit: "checked")
    let interruption = InterruptionGuard(saying: {
      "the check did not get to its end, so nothing is known to be clean"
    })
    defer { withExtendedLifetime(interruption) {} }
    let (report, baseline) = await setup.check(observe: progress.observe)
    progress.end()
    // The files first: they exist even if the output has no reader.
    let saved = Result { try setup.save(report, baseline) }
    try setup.output.print(report)
    try saved.get()
    let status = ExitStatus(report, failingOn: setup.output.threshold)
    if !options.exitZero || status != .refused { try status.leave() }
  }
}

/// The options of `check`. Flags win over environment variables, which win over pipeline.yml.
struct CheckOptions: ParsableArguments {
  @Argument(help: .text("check.subjects"), completion: .file()) var subjects: [String] = []

  @Option(help: .text("check.format"), completion: .list(CheckFormat.allCases.map(\.rawValue))) var format: String?

  @Option(help: .text("check.report"), completion: .reports, transform: FlagValue.report) var report: [ReportFile] = []

  @Option(name: .customLong("fail-on"), help: .text("check.failOn")) var failOn: SeverityThreshold = .error

  @Option(help: .text("check.profile")) var profile: [CheckProfile] = []

  @Option(help: .text("check.config"), completion: .pipeline) var config: String?

  @Option(help: .text("check.baseline"), completion: .json) var baseline: String?

  @Flag(name: .customLong("update-baseline"), help: .text("check.updateBaseline")) var updateBaseline = false

  @Flag(name: .customLong("as-is"), help: "Check whether a campaign's files would show as they are.") var asIs = false

  @Flag(help: "Read headers only: damage inside a picture is not seen.") var quick = false

  @Flag(help: "Make all stills of a campaign, as a run does: what only their bytes tell is seen.") var render = false

  @Flag(help: "Also load the URLs that requests name.") var follow = false

  @Flag(name: .customLong("allow-private"), help: .text("check.allowPrivate")) var allowPrivate = false

  @Option(name: .customLong("ca-file"), help: .text("check.certificateFile"), completion: .file())
  var certificateFile: String?

  @Option(name: .customLong("link-speed"), help: .text("check.linkSpeed"), transform: FlagValue.speed)
  var linkSpeed: Int?

  @Option(help: .text("check.site"), transform: FlagValue.site) var site: WebOrigin?

  @Option(help: .text("check.jobs"), completion: .automatic) var jobs: String?

  @Flag(help: .text("trial")) var trial = false

  @Flag(help: "Also report what is only worth knowing.") var notes = false

  @Option(help: .text("check.select"), completion: .ruleLists, transform: FlagValue.rules)
  var select: [[RulePattern]] = []

  @Option(help: .text("check.extend"), completion: .ruleLists, transform: FlagValue.rules)
  var extend: [[RulePattern]] = []

  @Option(help: .text("check.ignore"), completion: .ruleLists, transform: FlagValue.rules)
  var ignore: [[RulePattern]] = []

  @Option(name: .customLong("stdin-filename"), help: .text("check.standardInputName"), completion: .file())
  var standardInputName: String?

  @Flag(name: .customLong("exit-zero"), help: .text("check.exitZero")) var exitZero = false

  func validate() throws {
    try validateStandardInput()
    if quick, render { throw ValidationError("--render makes what --quick does not even read: give one of them") }
    if updateBaseline, baseline == nil { throw ValidationError("--update-baseline needs --baseline FILE") }
    let files = report.map(\.path)
    if Set(files).count < files.count { throw ValidationError("two of --report name the same file") }
  }

  /// An editor's unsaved text is judged by its file name, and a name whose text is not judged is a mistake.
  private func validateStandardInput() throws {
    guard let name = standardInputName else { return }
    guard subjects.contains("-") else { throw ValidationError("--stdin-filename goes with -") }
    guard CheckTarget.isReadable(standardInputNamed: name) else {
      throw ValidationError(ErrorWords.flag("inputName", name.quoted).message)
    }
  }
}
