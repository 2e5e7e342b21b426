public import Findings

/// A report as Checkstyle's XML, which Jenkins, SonarQube, reviewdog and others read
/// (https://checkstyle.org/dtds/): a `file` for each thing that something was found about.
public struct CheckstyleDocument: Hashable, Sendable {
  /// The whole document, with a line break at its end.
  public let text: String

  /// - Parameter base: the working directory, from which paths are told.
  public init(_ report: CheckReport, base: PathBase) {
    let places = DiagnosticPlaces(report)
    let found = SubjectDiagnostics.all(in: report).filter { !$0.findings.isEmpty }
    let files = found.compactMap { subject in
      subject.findings.first.map { first in
        XMLElement(
          "file", [("name", places.place(of: first).name(from: base))],
          children: subject.findings.map(Self.element))
      }
    }
    let root = XMLElement("checkstyle", [("version", "4.3")], children: files)
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n") + "\n"
  }

  private static func element(_ diagnostic: Diagnostic) -> XMLElement {
    let remedy = diagnostic.remedy.isEmpty ? "" : "; remedy: \(diagnostic.remedy)"
    let column = diagnostic.subject.column.map { [("column", "\($0)")] } ?? []
    return XMLElement(
      "error",
      [("line", "\(diagnostic.subject.line ?? 1)")] + column + [
        ("severity", diagnostic.severity == .note ? "info" : diagnostic.severity.rawValue),
        ("message", diagnostic.message + remedy), ("source", "richpush.\(diagnostic.rule)"),
      ])
  }
}
