import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Where the names of a command's extra output files come from, for messages about them.
struct OutputOrigins {
  let report: Diagnostic.Subject
  let contactSheet: Diagnostic.Subject

  init(_ overrides: ConfigurationOverrides, configurationPath: String) {
    report = Self.subject(.report, overrides[.report], configurationPath)
    contactSheet = Self.subject(.contactSheet, overrides[.contactSheet], configurationPath)
  }

  /// - Parameter path: from a flag or a variable; nil where only pipeline.yml has it.
  private static func subject(_ setting: Setting, _ path: String?, _ configurationPath: String) -> Diagnostic.Subject {
    guard let path else { return .init(.configuration, configurationPath, keyPath: setting.rawValue) }
    let isVariable = ProcessInfo.processInfo.environment[setting.variable] == path
    return .init(.configuration, isVariable ? setting.variable : setting.flag)
  }
}

extension PipelineSetup {
  /// Reports early what would prevent writing the report and the contact sheet.
  ///
  /// - Throws: `ExitCode` after saying what is in the way.
  func requireWritableOutputs() throws { try Self.requireWritable(outputFiles) }

  /// Everything for which `run` refuses these settings before it begins, for commands that only look.
  var obstaclesOfRun: [Diagnostic] {
    let (configuration, path) = (settings.configuration, settings.configurationPath)
    return configuration.missingProject(file: path) + configuration.unusableBaseURL(file: path)
      + outputFiles.compactMap(\.diagnostic)
  }

  /// The files written besides requests and pictures.
  private var outputFiles: [OutputFile] {
    let files: [(path: String?, kind: OutputKind, origin: Diagnostic.Subject)] = [
      (reportPath, .report, origins.report), (settings.contactSheet, .page, origins.contactSheet),
      (Console.standard.log?.path, .log, .init(.configuration, "--log-file")),
    ]
    return files.compactMap { file in
      file.path.map { OutputFile(path: $0, file.kind, namedBy: file.origin, outsideOf: settings.closedFolders) }
    }
  }

  /// - Throws: `ExitCode` after saying for each file what is in the way.
  static func requireWritable(_ files: [OutputFile]) throws {
    let diagnostics = files.compactMap(\.diagnostic)
    guard !diagnostics.isEmpty else { return }
    let isMachine = diagnostics.allSatisfy(\.rule.isEnvironmental)
    throw explain(diagnostics, status: isMachine ? .environment : .usage)
  }

  /// Prints a report to standard output.
  ///
  /// - Parameters:
  ///   - isDryRun: whether it says what would be done.
  ///   - shard: the part of a run that it is about; nil: all.
  ///   - former: the findings of the last run, if they are known.
  func print(_ report: RunReport, isDryRun: Bool = false, shard: Shard? = nil, former: FormerFindings? = nil) throws {
    let console = Console.standard
    let text = TextReport(
      report: report, style: console.output, requestFolder: settings.requestFolder, isDryRun: isDryRun, shard: shard,
      isDetailed: console.isVerbose, deployment: settings.destination.place.deployment,
      contactSheet: settings.contactSheet, heading: heading,
      isFromPictures: settings.configuration.makesMessagesFromPictures,
      proofLife: settings.configuration.proofLife, former: former?.compared(with: report) ?? ([], 0))
    console.record(report.diagnostics, conclusion: text.conclusion)
    do {
      switch format {
      case .json: try console.write { try report.writeJSON($0) }
      case .text where console.isQuiet && ExitStatus(report) == .success: return
      case .text:
        try console.write { write in try text.forEachPart { try write(Data(console.output.wrapped($0).utf8)) } }
      }
    } catch {
      throw console.outputFailure(error)
    }
  }

  func print(_ report: PublicationReport, isDryRun: Bool) throws {
    let text = PublicationText(report: report, style: Console.standard.output, isDryRun: isDryRun)
    Console.standard.record(report.diagnostics, conclusion: text.conclusion)
    try Console.standard.answer(
      format, isGood: ExitStatus(report) == .success, json: reportJSON(report), text: text.text)
  }

  /// Writes the report file, if wanted.
  func save(_ report: RunReport) throws {
    guard let reportPath else { return }
    do {
      try OutputFile.write(to: reportPath) { try report.writeJSON($0) }
    } catch {
      throw Console.standard.failure(to: "write the report", reportPath, error)
    }
  }
}

/// Whether the requests are still those from before a run: for an interrupted run's last words.
struct RequestSetState: Sendable {
  /// The file that is replaced last.
  private let index: String
  private let former: Mark?

  /// Distinguishes a file from another that replaced it.
  private struct Mark: Hashable {
    let number: UInt64
    let bytes: Int

    /// nil without a file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (number, bytes) = (UInt64(status.st_ino), Int(status.st_size))
    }
  }

  init(_ settings: PipelineSettings) {
    index = settings.requestFolder + "/index.json"
    former = Mark(index)
  }

  /// The current state, for the line about the interruption.
  @Sendable func words() -> String {
    let now = Mark(index)
    let untouched = now == nil ? "no requests were written" : "the former requests are untouched"
    let requests = now == former ? untouched : "the new requests are in their place"
    return "\(requests), and the next run goes on where this one ended"
  }
}

extension PipelineSettings {
  /// The folders that must not hold reports, pages and logs.
  var closedFolders: [OutputFile.ClosedFolder] {
    // index.json begins like a report, so its beginning would not protect it.
    let requests = OutputFile.ClosedFolder(requestFolder, "the request folder has only requests and their index")
    guard destination.place.folder != nil else { return [requests] }
    return [requests, .init(outputFolder, "it would be public, since the web server serves this folder")]
  }
}
