import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Whether everything that a run needs is there.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is installed and works here, and what each missing part costs.",
    discussion: """
      Looks at pipeline.yml and the campaign that it names, decoders, workers, ffmpeg, folders, credentials, the bucket, the base URL, the clock and the shared \
      cache. Nothing is published, and no file stays.

      With --publish it publishes one small picture and loads it as clients do: only that shows a private bucket, or an address that serves \
      another one. In a bucket the picture stays; its name begins with richpush-doctor.

      With --verbose, and as JSON, it also lists the versions of everything that decides what renditions are.

      Exit status: 0 nothing would keep a run from its end; 1 something would; 2 wrong usage or configuration.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: .optionalConfiguration, completion: .pipeline) var config: String?

  @Option(name: .customLong("to"), help: .examinedDestination, completion: .destinations) var destination: String?

  @Option(help: "How it is printed: text or json.")
  var format: Format = .text

  @Flag(help: "Publish one small picture, and load it as clients do.")
  var publish = false

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    let setup = try setup()
    let settings = setup?.settings
    let progress = ProgressBar(console: .standard)
    let interruption = InterruptionGuard(saying: { "not everything was looked at" })
    defer { withExtendedLifetime(interruption) {} }
    var report = await Doctor(
      settings, worker: .thisProgram(limits: settings?.worker.limits ?? WorkerLimits()),
      obstacles: setup?.obstaclesOfRun ?? [], publishes: publish
    ).examine { progress.show($0) }
    if format == .json || Console.standard.isVerbose {
      report.versions = await InstalledVersions.find(richpush: richpushVersion)
    }
    progress.clear()
    let text = DoctorText(report: report, style: Console.standard.output).text
    Console.standard.record([], conclusion: text.split(separator: "\n").map(String.init))
    switch format {
    case .json: try Console.standard.print(report.text())
    case .text where Console.standard.isQuiet && report.isSound: break
    case .text: try Console.standard.print(text)
    }
    if !report.isSound { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  /// - Returns: nil where nothing is configured here.
  /// - Throws: `ExitCode(2)` after saying what is wrong with it.
  private func setup() throws -> PipelineSetup? {
    var diagnostics: [Diagnostic] = []
    let overrides = PipelineSetup.overrides(
      [(.config, config), (.destination, destination)], diagnostics: &diagnostics)
    if overrides.config == nil, diagnostics.isEmpty, !ConfigurationFile.isThere(nil) { return nil }
    let file = ConfigurationFile.read(overrides.config, diagnostics: &diagnostics)
    return try PipelineSetup.load(
      overrides, file: file, campaign: nil, isComposing: false, diagnostics: diagnostics)
  }
}
