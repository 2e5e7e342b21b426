import Findings
import Foundation
import PushDelivery

/// The forms in which a check's results are written.
enum CheckFormat: String, CaseIterable {
  case text, json, sarif, junit, github

  /// The format of this name, text without one; a problem is added where there is none.
  static func named(_ name: String?, problems: inout [Diagnostic]) -> CheckFormat? {
    guard let name else { return .text }
    if let format = CheckFormat(rawValue: name) { return format }
    problems.append(.unknownFormat(name, known: allCases.map(\.rawValue)))
    return nil
  }

  /// The results in this form, without a line break at the end.
  ///
  /// - Parameters:
  ///   - gravity: the mildest finding that fails a test of JUnit's.
  ///   - paths: the working directory.
  func text(
    of report: CheckReport, failingOn gravity: Diagnostic.Severity, paths: PathBase, style: Style
  ) throws -> String {
    let text =
      switch self {
      case .text: CheckText(report: report, style: style).text
      case .json: String(decoding: try report.json(), as: UTF8.self)
      case .sarif: String(decoding: try sarif(report, paths).json(), as: UTF8.self)
      case .junit: JUnitDocument(report, failingOn: gravity).text
      case .github: GitHubAnnotations(report, base: paths).lines.joined(separator: "\n")
      }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func sarif(_ report: CheckReport, _ paths: PathBase) -> SARIFLog {
    SARIFLog(report, version: richpushVersion, home: richpushHome, base: paths)
  }
}
