import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Where a check's results go, and in which form.
struct CheckOutput {
  /// What standard output gets.
  let format: CheckFormat
  let files: [ReportFile]
  /// The mildest finding that fails.
  let threshold: Diagnostic.Severity
  /// The working directory.
  let paths: PathBase
  /// Whether standard output gets how often each rule is broken, and not where.
  let isSummary: Bool
  /// What the summary begins with.
  let heading: SummaryHeading

  /// Prints the results; beside a form for machines, standard error gets the totals.
  ///
  /// - Throws: `ExitCode(3)` after saying why standard output did not take them.
  func print(_ report: CheckReport) throws {
    let console = Console.standard
    console.record(report.diagnostics, conclusion: CheckText(report: report, style: console.error).totals)
    if format == .text, console.isQuiet, report.diagnostics.isEmpty { return }
    do {
      let text =
        isSummary
        ? StatisticsText(report: report, style: console.output).text
        : try format.text(of: report, failingOn: threshold, paths: paths, style: console.output, heading)
      if !text.isEmpty { try console.write(text) }
    } catch {
      throw console.outputFailure(error)
    }
    if format != .text, !console.isQuiet {
      CheckText(report: report, style: console.error).totals.forEach(console.tell)
    }
  }

  /// Colours of the stream that people read.
  var style: Style { format == .text ? Console.standard.output : Console.standard.error }

  /// Shows what can be mended: before the results, or beside a form for machines on standard error.
  ///
  /// - Throws: `ExitCode(3)` after saying why standard output did not take it.
  func print(_ mending: MendingText) throws {
    let console = Console.standard
    guard format == .text else { return console.note(mending.text) }
    do { try console.write(mending.text + "\n") } catch { throw console.outputFailure(error) }
  }

  /// Writes every report file: one that cannot be written keeps no other from it.
  ///
  /// - Throws: `ExitCode(3)` after saying which could not be written.
  func save(_ report: CheckReport) throws {
    let results = files.map { file in Result { try save(report, to: file) } }
    for result in results { try result.get() }
  }

  private func save(_ report: CheckReport, to file: ReportFile) throws {
    do {
      let style = Style(isColored: false)
      let text = try file.format.text(of: report, failingOn: threshold, paths: paths, style: style, heading)
      try OutputFile.write(to: file.path) { try $0(Data((text.isEmpty ? "" : text + "\n").utf8)) }
    } catch {
      throw Console.standard.failure(to: "write the report", file.path, error)
    }
  }
}

/// The forms in which a check's results are written.
enum CheckFormat: String, CaseIterable {
  case text, concise, json, sarif, junit, github, gitlab

  /// The format of this name, text without one; a problem is added where there is none.
  static func named(_ name: String?, diagnostics: inout [Diagnostic]) -> CheckFormat? {
    guard let name else { return .text }
    if let format = CheckFormat(rawValue: name) { return format }
    diagnostics.append(.unknownFormat(name, known: allCases.map(\.rawValue)))
    return nil
  }

  /// How a file of this form begins; a text may begin in any way.
  var outputKind: OutputKind {
    let beginnings =
      switch self {
      case .text, .concise, .github: [String]()
      case .json: [#"{"diagnostics":"#]
      case .sarif: [#"{"$schema":"https://json.schemastore.org/sarif"#]
      case .junit: [#"<?xmlversion="1.0"encoding="UTF-8"?><testsuitesname="richpush"#]
      case .gitlab: ["[]", #"[{"check_name":"#]
      }
    return .checkReport(as: rawValue, beginnings: beginnings)
  }

  /// The results in this form, without a line break at the end.
  ///
  /// - Parameters:
  ///   - gravity: the mildest finding that fails a test of JUnit's.
  ///   - paths: the working directory.
  ///   - heading: what the summary for people begins with.
  func text(
    of report: CheckReport, failingOn gravity: Diagnostic.Severity, paths: PathBase, style: Style,
    _ heading: SummaryHeading = .none
  ) throws -> String {
    let text =
      switch self {
      case .text: CheckText(report: report, style: style, isDetailed: Console.standard.isVerbose, heading: heading).text
      case .json: String(decoding: try report.json(), as: UTF8.self)
      case .sarif: String(decoding: try sarif(report, paths).json(), as: UTF8.self)
      case .junit: JUnitDocument(report, failingOn: gravity).text
      case .github: GitHubAnnotations(report, base: paths).lines.joined(separator: "\n")
      case .concise: ConciseLines(report, base: paths).lines.joined(separator: "\n")
      case .gitlab: String(decoding: try CodeQualityReport(report, base: paths).json(), as: UTF8.self)
      }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func sarif(_ report: CheckReport, _ paths: PathBase) -> SARIFLog {
    SARIFLog(report, version: richpushVersion, home: richpushHome, base: paths)
  }
}

/// How a check ended.
struct CheckOutcome {
  let report: CheckReport
  /// What a new baseline is to say; nil: none is wanted, or not everything could be looked at.
  let baseline: Baseline?
}

extension PathBase {
  /// Paths told from a folder, by whoever stands in the working directory of this process.
  static func workingDirectory(folder: String = ".") -> PathBase {
    let manager = FileManager.default
    let directory = manager.currentDirectoryPath
    // What shells call the working directory, perhaps through links: `check "$PWD/file"` names the same file.
    let alias = ProcessInfo.processInfo.environment["PWD"].flatMap { path in
      path.hasPrefix("/") && URL(filePath: path).resolvingSymlinksInPath() == URL(filePath: directory) ? path : nil
    }
    return PathBase(folder: folder.isEmpty ? "." : folder, workingDirectory: directory, alias: alias)
  }
}

/// A file that results are written to, and in which form: `sarif=check.sarif`.
struct ReportFile: ExpressibleByArgument {
  let format: CheckFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = CheckFormat(rawValue: String(parts[0])), !parts[1].isEmpty, parts[1] != "-"
    else { return nil }
    (self.format, path) = (format, String(parts[1]))
  }
}
