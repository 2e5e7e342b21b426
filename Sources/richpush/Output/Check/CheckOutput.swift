import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The destination and form of a check's results.
struct CheckOutput {
  /// The format of standard output.
  let format: CheckFormat
  let files: [ReportFile]
  /// The mildest finding that fails.
  let threshold: Diagnostic.Severity
  /// The working directory.
  let paths: PathBase
  /// The beginning of the summary.
  let heading: [String]

  /// Prints the results; with a machine format, standard error gets the totals.
  func print(_ report: CheckReport) throws {
    let console = Console.standard
    if format == .text, console.isQuiet, report.diagnostics.isEmpty { return }
    let text: String
    do {
      text = try format.text(of: report, failingOn: threshold, paths: paths, style: console.output, heading)
    } catch { throw console.outputFailure(error) }
    try format == .text ? console.show(text) : console.print(text)
    if format != .text, !console.isQuiet {
      CheckText(report: report, style: console.error).totals.forEach(console.note)
    }
  }

  /// Writes every report file, even if another fails.
  func save(_ report: CheckReport) throws {
    let results = files.map { file in Result { try save(report, to: file) } }
    for result in results { try result.get() }
  }

  private func save(_ report: CheckReport, to file: ReportFile) throws {
    do {
      let style = Style(isColored: false)
      let text = try file.format.text(of: report, failingOn: threshold, paths: paths, style: style, heading)
      try OutputFile.write(to: file.path) { try $0(Data((text.isEmpty ? "" : text + "\n").utf8)) }
    } catch { throw Console.standard.failure(to: "write the report", file.path, error) }
  }
}

/// The formats of a check's results.
enum CheckFormat: String, CaseIterable {
  case text, concise, json, sarif, junit, github, gitlab

  /// The beginning of a file in this format; a text has none.
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

  /// The results in this format, without a line break at the end.
  ///
  /// - Parameter gravity: the mildest finding that fails a JUnit test.
  func text(
    of report: CheckReport, failingOn gravity: Diagnostic.Severity, paths: PathBase, style: Style,
    _ heading: [String] = []
  ) throws -> String {
    let text =
      switch self {
      case .text: CheckText(report: report, style: style, isDetailed: Console.standard.isVerbose, heading: heading).text
      case .json: try reportJSON(report)
      case .sarif: json(report.sarif(version: richpushVersion, home: richpushHome, base: paths))
      case .junit: report.junit(failingOn: gravity)
      case .github: report.gitHubAnnotations(base: paths).joined(separator: "\n")
      case .concise: report.conciseLines(base: paths).joined(separator: "\n")
      case .gitlab: json(report.codeQuality(base: paths))
      }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func json(_ value: JSONValue) -> String { String(decoding: JSONText.pretty(value), as: UTF8.self) }
}

/// A file for results, and its format: `sarif=check.sarif`.
struct ReportFile {
  let format: CheckFormat
  let path: String
}
