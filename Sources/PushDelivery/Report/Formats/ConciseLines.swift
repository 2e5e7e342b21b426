public import Findings

/// A report with a line for each finding, `file:line:col: rule message`, which editors and `grep` read like a compiler's.
public struct ConciseLines: Hashable, Sendable {
  /// One for each finding.
  public let lines: [String]

  /// - Parameter base: the working directory; paths are relative to it.
  public init(_ report: CheckReport, base: PathBase) {
    let places = DiagnosticPlaces(report)
    lines = report.diagnostics.map { Self.line($0, at: places.place(of: $0), base: base) }
  }

  /// A file always has a line and a column: editors skip findings without them. Standard input has them if known.
  private static func line(_ diagnostic: Diagnostic, at place: DiagnosticPlace, base: PathBase) -> String {
    let subject = diagnostic.subject
    let position: String
    switch place {
    case .file(let path): position = "\(base.relative(path)):\(subject.line ?? 1):\(subject.column ?? 1)"
    case .other(let name) where subject.kind != .message:
      position = ([name] + [subject.line, subject.column].compactMap { $0.map(String.init) }).joined(separator: ":")
    case .url, .other: position = place.name
    }
    return "\(position): \(diagnostic.rule) \(diagnostic.message)".printable
  }
}
