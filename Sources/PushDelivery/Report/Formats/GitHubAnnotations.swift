public import Findings

/// A report as workflow commands, which GitHub shows as annotations next to the lines of a change
/// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). GitHub shows ten errors, ten warnings and ten
/// notices of a step; the log has all.
public struct GitHubAnnotations: Hashable, Sendable {
  /// One for each finding.
  public let lines: [String]

  /// - Parameter base: the working directory; paths are relative to it.
  public init(_ report: CheckReport, base: PathBase) {
    let places = DiagnosticPlaces(report)
    lines = report.diagnostics.map { Self.line($0, at: places.place(of: $0), base: base) }
  }

  private static func line(_ diagnostic: Diagnostic, at place: DiagnosticPlace, base: PathBase) -> String {
    var properties: [(String, String)] = []
    var message = diagnostic.message
    if case .file(let path) = place {
      properties.append(("file", base.relative(path).printable))
    } else {
      message = "\(place.name): \(message)"
    }
    if let line = diagnostic.subject.line { properties.append(("line", "\(line)")) }
    if let column = diagnostic.subject.column { properties.append(("col", "\(column)")) }
    properties.append(("title", diagnostic.rule.rawValue))
    let remedy = diagnostic.remedy.isEmpty ? [] : ["Remedy: \(diagnostic.remedy.printable)"]
    let text = ([message.printable] + remedy).joined(separator: "\n")
    let list = properties.map { "\($0)=\(escaped(property: $1))" }.joined(separator: ",")
    return "::\(diagnostic.severity.command) \(list)::\(escaped(text))"
  }

  private static func escaped(_ text: String) -> String { escaped(text, "%\r\n") }

  private static func escaped(property text: String) -> String { escaped(text, "%\r\n:,") }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
  }

  /// Scalar by scalar: in a string, a carriage return and a line feed are one character.
  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map { scalar in
      special.unicodeScalars.contains(scalar) ? "%" + hexadecimal(scalar) : String(scalar)
    }.joined()
  }
}

extension Diagnostic.Severity {
  fileprivate var command: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
