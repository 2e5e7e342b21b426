import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Who has named the files that a command writes beside its results, by which messages about them name them.
struct OutputOrigins {
  let report: Diagnostic.Subject
  let contactSheet: Diagnostic.Subject

  init(_ overrides: ConfigurationOverrides, configurationPath: String) {
    report = Self.subject(.report, overrides.report, configurationPath)
    contactSheet = Self.subject(.contactSheet, overrides.contactSheet, configurationPath)
  }

  /// - Parameter path: what a flag or a variable says; nil where pipeline.yml alone does.
  private static func subject(_ setting: Setting, _ path: String?, _ configurationPath: String) -> Diagnostic.Subject {
    guard let path else { return .init(.configuration, configurationPath, keyPath: setting.rawValue) }
    let isVariable = ProcessInfo.processInfo.environment[setting.variable] == path
    return .init(.configuration, isVariable ? setting.variable : setting.flag)
  }
}

extension PipelineSetup {
  /// Says before anything is done what is known to keep the report and the contact sheet from being written.
  ///
  /// - Throws: `ExitCode` after saying what is in the way.
  func requireWritableOutputs() throws { try Self.requireWritable(outputFiles) }

  /// Everything by which `run` refuses these settings before it begins, for whoever only looks.
  var obstaclesOfRun: [Diagnostic] {
    settings.configuration.obstaclesOfRun(file: settings.configurationPath) + outputFiles.compactMap(\.diagnostic)
  }

  /// What is written beside requests and pictures.
  private var outputFiles: [OutputFile] {
    let report = reportPath.map { OutputFile(path: $0, .report, namedBy: origins.report, outsideOf: closedFolders) }
    let page = settings.contactSheet.map {
      OutputFile(path: $0, .page, namedBy: origins.contactSheet, outsideOf: closedFolders)
    }
    return [report, page].compactMap { $0 }
  }

  private var closedFolders: [OutputFile.ClosedFolder] {
    // index.json begins as a report does, so that its beginning alone would not protect it.
    let requests = OutputFile.ClosedFolder(
      settings.requestFolder, "the request folder holds requests and their index alone")
    guard settings.destination.place.folder != nil else { return [requests] }
    return [requests, .init(settings.outputFolder, "it would be public, since the web server serves this folder")]
  }

  /// - Throws: `ExitCode` after saying of each file what is in its way.
  static func requireWritable(_ files: [OutputFile]) throws {
    let diagnostics = files.compactMap(\.diagnostic)
    guard !diagnostics.isEmpty else { return }
    let isMachine = diagnostics.allSatisfy(\.rule.isEnvironmental)
    throw explain(diagnostics, status: isMachine ? .environment : .usage)
  }

  /// Prints a report to standard output.
  ///
  /// - Parameter isDryRun: whether it tells what would be done.
  func print(_ report: RunReport, isDryRun: Bool = false) throws {
    let console = Console.standard
    let text = TextReport(
      report: report, style: console.output, requestFolder: settings.requestFolder, isDryRun: isDryRun,
      isDetailed: console.isVerbose, deployment: settings.destination.place.deployment,
      contactSheet: settings.contactSheet, heading: heading,
      proofLife: settings.configuration.proofLife)
    console.record(report.diagnostics, conclusion: text.conclusion)
    do {
      switch format {
      case .json: try console.write { try report.writeJSON($0) }
      case .text where console.isQuiet && ExitStatus(report) == .success: return
      case .text: try console.write { write in try text.forEachPart { try write(Data($0.utf8)) } }
      }
    } catch {
      throw console.outputFailure(error)
    }
  }

  func print(_ report: PublicationReport, isDryRun: Bool) throws {
    let text = PublicationText(report: report, style: Console.standard.output, isDryRun: isDryRun)
    Console.standard.record(report.diagnostics, conclusion: text.conclusion)
    switch format {
    case .json: try print(String(decoding: report.json(), as: UTF8.self))
    case .text where Console.standard.isQuiet && ExitStatus(report) == .success: return
    case .text: try print(text.text)
    }
  }

  func print(_ text: String) throws {
    let console = Console.standard
    do {
      try console.write(text)
    } catch {
      throw console.outputFailure(error)
    }
  }

  /// Writes the report file, where one is wanted.
  func save(_ report: RunReport) throws {
    guard let reportPath else { return }
    do {
      try OutputFile.write(to: reportPath) { try report.writeJSON($0) }
    } catch {
      throw Console.standard.failure(to: "write the report", reportPath, error)
    }
  }
}
