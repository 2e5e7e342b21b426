import ArgumentParser
import Findings
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

      Requests are JSON, wherever it stands: in .json and .jsonl files, in HTTP or .http files, in commands for curl, in what \
      Postman, Insomnia and browsers export (HAR). Programs are not judged, and how to have their message checked is said.

      Exit status: 0 clean; 1 findings as grave as --fail-on says; 2 wrong usage or configuration, or nothing was checked; \
      3 something could not be looked at, and trying again may help; the rest was checked.
      """)

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
  @Argument(
    help: ArgumentHelp(
      "Campaign folders, media files, published folders, request files, URLs of hosted assets, or - for a request on standard input. Default: `campaign` of pipeline.yml, else the current folder.",
      valueName: "path|url|-"), completion: .file())
  var subjects: [String] = []

  @Option(
    help:
      "How results are printed: text, concise, json, sarif, junit, github or gitlab. [$RICHPUSH_FORMAT] (default: text)",
    completion: .list(CheckFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Also write the results to a file, as in sarif=check.sarif; may be given several times.", valueName: "format=file"
    ),
    completion: .reports, transform: FlagValue.report)
  var report: [ReportFile] = []

  @Option(
    name: .customLong("fail-on"), help: "The mildest finding that gives exit status 1: error or warning.")
  var failOn: SeverityThreshold = .error

  @Option(
    help: ArgumentHelp(
      "Judge assets for these clients: universal (all), ios, ios-motion, android or web; may be given several times. Left out, for all that can show the medium.",
      valueName: "name"))
  var profile: [CheckProfile] = []

  @Option(
    help:
      "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml here or in a folder above, else above what is checked)",
    completion: .pipeline)
  var config: String?

  @Option(
    help: ArgumentHelp("Findings that this file lists are not reported.", valueName: "file"), completion: .json)
  var baseline: String?

  @Flag(name: .customLong("update-baseline"), help: "Write what is found to the baseline, and report nothing of it.")
  var updateBaseline = false

  @Flag(name: .customLong("as-is"), help: "Check whether a campaign's files would show as they are.")
  var asIs = false

  @Flag(help: "Read headers only: damage inside a picture is not seen.")
  var quick = false

  @Flag(help: "Make all stills of a campaign, as a run does: what only their bytes tell is seen.")
  var render = false

  @Flag(help: "Also load the URLs that requests name.")
  var follow = false

  @Flag(name: .customLong("allow-private"), help: "Also load URLs on this machine and in private networks.")
  var allowPrivate = false

  @Option(
    name: .customLong("ca-file"),
    help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"),
    completion: .file())
  var certificateFile: String?

  @Option(
    name: .customLong("link-speed"),
    help: ArgumentHelp(
      "The link on which clients load assets, in bits a second: 1600k, 1.6M. (default: 1.6M)", valueName: "bits/s"),
    transform: FlagValue.speed)
  var linkSpeed: Int?

  @Option(
    help: ArgumentHelp(
      "The site whose service worker shows web notifications: browsers keep some assets from other sites than their own.",
      valueName: "origin"), transform: FlagValue.site)
  var site: WebOrigin?

  @Option(help: "How many files are worked on at once: 1 to 64, or auto. [$RICHPUSH_JOBS]", completion: .automatic)
  var jobs: String?

  @Flag(help: .trial) var trial = false

  @Flag(help: "Also report what is only worth knowing.")
  var notes = false

  @Option(
    help: ArgumentHelp(
      "Report only these rules: identifiers or groups of them, with commas between them, as in http,ios.mutable-content; may be given several times.",
      valueName: "rules"), completion: .ruleLists, transform: FlagValue.rules)
  var select: [[RulePattern]] = []

  @Option(
    help: ArgumentHelp(
      "Report these rules too, though they are only worth knowing; may be given several times.", valueName: "rules"),
    completion: .ruleLists, transform: FlagValue.rules)
  var extend: [[RulePattern]] = []

  @Option(
    help: ArgumentHelp("Do not report these rules; may be given several times.", valueName: "rules"),
    completion: .ruleLists, transform: FlagValue.rules)
  var ignore: [[RulePattern]] = []

  @Option(
    name: .customLong("stdin-filename"),
    help: ArgumentHelp(
      "The name of the unsaved file that - gives: a request, campaign.yml or pipeline.yml.",
      valueName: "file"),
    completion: .file())
  var standardInputName: String?

  @Flag(
    name: .customLong("exit-zero"), help: "End with 0 even if there are findings; wrong usage and failures still count."
  )
  var exitZero = false

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
      throw ValidationError(
        "--stdin-filename takes the name of a request, campaign.yml or pipeline.yml, and \(name.quoted) is not one: "
          + "save the file, and check it by its path")
    }
  }
}
