import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Publishes an earlier run's renditions elsewhere.
struct PublishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("publish")

  @Argument(help: .text("publish.source"), completion: .json) var source: String

  @Option(name: .customLong("to"), help: .text("destination"), completion: .destinations) var destination: String?

  @Option(help: .text("publish.from"), completion: .directory) var from: String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(name: .customLong("base-url"), help: .text("publish.baseURL")) var baseURL: String?

  @Option(help: .text("format"), completion: .formats) var format: String?

  @Flag(name: .customLong("dry-run"), help: "Say what would be published; write and send nothing.") var dryRun = false

  @OptionGroup(title: "Transfers") var transfers: TransferOptions

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    var setup = try await PipelineSetup.load(
      [.destination: destination, .baseURL: baseURL, .format: format, .config: config], isComposing: false)
    setup.settings.access.store = transfers.applied(to: setup.settings.access.store)
    let files = try await files(renderedFolder: setup.renderedFolder)
    let report = try await report(files, setup.settings)
    try setup.print(report, isDryRun: dryRun)
    try ExitStatus(report).leave()
  }
}

extension PublishCommand {
  private func report(_ files: RenderedFiles, _ settings: PipelineSettings) async throws -> PublicationReport {
    let progress = Progress(console: .standard, beginning: "looking at what is there")
    let interruption = InterruptionGuard(saying: {
      "what was published stays, and the next publish goes on where this one ended"
    })
    defer { withExtendedLifetime(interruption) {} }
    // A dry run publishes nothing and waits for nothing.
    let isTold = !dryRun
    let publisher = FolderPublisher(settings) { event in if isTold { progress.observe(event) } }
    return try await explainingFailure { () throws(PipelineError) in
      defer { progress.end() }
      return try await dryRun ? publisher.plan(files) : publisher.publish(files)
    }
  }

  /// The files to publish: those of a folder, or those in a run report.
  ///
  /// - Parameter renderedFolder: where to find the files of a report.
  fileprivate func files(renderedFolder: String?) async throws -> RenderedFiles {
    if let from { try GivenPath.requireFolder(from, "--from") }
    switch FileSystem.kind(of: source) {
    case .missing, .unreadable: throw refusal(.argumentMissing, "there is nothing at this path")
    case .folder: return try await explainingFailure { () throws(PipelineError) in try RenderedFiles(folder: source) }
    case .file, .other: break
    }
    let bytes: [UInt8]
    // A run of a hundred thousand sources has less.
    do { bytes = try GivenFile.bytes(of: source, limit: 1_000_000_000) } catch {
      throw refusal(.argumentKind, "it cannot be read: \(error.reason)")
    }
    guard let report = try? JSONDecoder().decode(RunReport.self, from: Data(bytes))
    else { throw refusal(.argumentKind, "it is no run report of this version of richpush") }
    return try await explainingFailure { () throws(PipelineError) in
      try RenderedFiles(report: report, at: source, folder: from ?? renderedFolder ?? "public")
    }
  }

  private func refusal(_ incident: Incident, _ message: String) -> ExitCode {
    PipelineSetup.refusal(.init(.file, source), message, remedy: "name a run report or a published folder", incident)
  }
}

/// The published files, for people: each file and its URL, then errors, then totals.
struct PublicationText {
  let report: PublicationReport
  let style: Style
  /// Whether it says what would be done.
  var isDryRun = false

  var text: String { paragraphs([assets, DiagnosticsText(report.diagnostics, style: style).lines, conclusion]) }

  private var assets: [String] {
    report.assets.flatMap { asset in
      let state = asset.written ? style.green("new") : "there already"
      return [
        "\(style.bold(asset.name.printable))  \(readable(bytes: asset.bytes))  \(state)", "  " + style.dim(asset.url),
      ]
    }
  }

  /// The last lines: the totals.
  var conclusion: [String] {
    let new = report.assets.count(where: \.written)
    let errors = report.diagnostics.count { $0.severity == .error }
    let errorCounts = errors > 0 ? ", " + style.red(counted(errors, "error")) : ""
    let verb = isDryRun ? "would be published" : "published"
    return ["\(counted(report.assets.count, "file")) \(verb) to \(report.destination), \(new) new\(errorCounts)"]
      + CommandText.next(ExitStatus(report))
  }
}
