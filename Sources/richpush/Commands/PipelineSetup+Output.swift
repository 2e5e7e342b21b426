import Essentials
import Findings
import MediaPipeline
import PushDelivery

extension PipelineSetup {
  /// Takes a campaign through the pipeline, writes the report and prints it.
  ///
  /// - Parameter manifest: what an earlier run published, if only the requests are made again.
  func perform(_ mode: RunMode, from manifest: CampaignManifest? = nil) async throws -> ExitStatus {
    var setup = self
    switch mode {
    case .run: break
    case .plan: setup.reportPath = nil
    case .shard: (setup.reportPath, setup.settings.contactSheet) = (overrides[.report], nil)
    }
    try Self.requireWritable(setup.outputFiles)
    let settings = setup.settings
    let former = mode == .run && manifest == nil ? FormerFindings(settings) : nil
    let report = try await Self.report(of: mode, settings, from: manifest)
    // The file first: it exists even if the output has no reader; and the output even without a file.
    let saved = Result { try setup.save(report) }
    try setup.print(report, mode, former: former)
    former?.save(report)
    try saved.get()
    return ExitStatus(report)
  }

  private static func report(
    of mode: RunMode, _ settings: PipelineSettings, from manifest: CampaignManifest?
  ) async throws -> RunReport {
    let index = settings.requestFolder + "/index.json"
    let former = try? FileSystem.state(of: index)
    let words: @Sendable () -> String = {
      switch mode {
      case .run: state(ofRequests: index, since: former)
      case .plan: "nothing was written"
      case .shard: "the shard did not get to its end, and the next run of it goes on where this one ended"
      }
    }
    let interruption = InterruptionGuard(saying: words, tidy: { Pipeline.tidyUp(after: settings) })
    defer { withExtendedLifetime(interruption) {} }
    let progress = Progress(console: .standard)
    let pipeline = Pipeline(settings, from: manifest, observe: progress.observe)
    let consequence = if case .shard = mode { "the shard is not done" } else { "the former requests are untouched" }
    // What compose and a shard look at is a part of the campaign.
    let isWhole = manifest == nil && (mode == .run || mode == .plan)
    return try await explainingFailure("; " + consequence, besides: settings, in: isWhole ? nil : []) {
      () throws(PipelineError) in
      defer { progress.end() }
      return switch mode {
      case .run: try await pipeline.run()
      case .plan: try await pipeline.plan()
      case .shard(let shard): try await pipeline.run(shard)
      }
    }
  }

  /// For an interrupted run's last words: whether the requests are still those from before it, by the file that is replaced last.
  private static func state(ofRequests index: String, since former: FileState?) -> String {
    let now = try? FileSystem.state(of: index)
    let untouched = now == nil ? "no requests were written" : "the former requests are untouched"
    let requests = now == former ? untouched : "the new requests are in their place"
    return "\(requests), and the next run goes on where this one ended"
  }
}

extension PipelineSetup {
  /// Everything for which `run` refuses these settings before it begins, for commands that only look.
  var obstaclesOfRun: [Diagnostic] {
    let (configuration, path) = (settings.configuration, settings.configurationPath)
    return configuration.missingProject(file: path) + configuration.unusableBaseURL(file: path)
      + outputFiles.diagnostics
  }

  /// The files written besides requests and pictures.
  private var outputFiles: [OutputFile] {
    let files: [(path: String?, kind: OutputKind, origin: Diagnostic.Subject)] = [
      (reportPath, .report, overrides.origin(of: .report, file: settings.configurationPath)),
      (settings.contactSheet, .page, overrides.origin(of: .contactSheet, file: settings.configurationPath)),
    ]
    return files.compactMap { file in
      file.path.map { OutputFile(path: $0, file.kind, namedBy: file.origin, outsideOf: settings.closedFolders) }
    }
  }

  static func requireWritable(_ files: [OutputFile]) throws {
    let diagnostics = files.diagnostics
    guard !diagnostics.isEmpty else { return }
    let isMachine = diagnostics.allSatisfy(\.rule.isEnvironmental)
    throw explain(diagnostics, status: isMachine ? .environment : .usage)
  }

  private func print(_ report: RunReport, _ mode: RunMode, former: FormerFindings?) throws {
    let console = Console.standard
    var text: TextReport {
      TextReport(
        report: report, style: console.output, settings: settings, mode: mode, isDetailed: console.isVerbose,
        heading: summaryHeading(
          [settings.campaignFolder], isTrial: settings.configuration.compose.isTrial, overrides),
        former: former?.compared(with: report) ?? ([], 0), assets: AssetSums(report.assets))
    }
    do {
      switch format {
      case .json: try console.write { try report.writeJSON($0) }
      case .text where console.isQuiet && ExitStatus(report) == .success: return
      case .text:
        try console.write { write in try text.forEachPart { try write(Data(console.output.wrapped($0).utf8)) } }
      }
    } catch { throw console.outputFailure(error) }
  }

  func print(_ report: PublicationReport, isDryRun: Bool) throws {
    let text = PublicationText(report: report, style: Console.standard.output, isDryRun: isDryRun)
    try Console.standard.answer(
      format, isGood: ExitStatus(report) == .success, json: reportJSON(report), text: text.text)
  }

  /// Writes the report file, if wanted.
  func save(_ report: RunReport) throws {
    guard let reportPath else { return }
    do {
      try OutputFile.write(to: reportPath) { try report.writeJSON($0) }
    } catch { throw Console.standard.failure(to: "write the report", reportPath, error) }
  }
}

extension PipelineSettings {
  /// The folders that must not hold reports and pages.
  var closedFolders: [OutputFile.ClosedFolder] {
    // index.json begins like a report, so its beginning would not protect it.
    let requests = OutputFile.ClosedFolder(requestFolder, "the request folder has only requests and their index")
    guard destination.place.folder != nil else { return [requests] }
    return [requests, .init(outputFolder, "it would be public, since the web server serves this folder")]
  }
}
