public import Findings

/// A report as the JSON that GitLab shows next to a merge request
/// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
public struct CodeQualityReport: Hashable, Sendable, Encodable {
  public let issues: [Issue]

  public struct Issue: Hashable, Sendable, Encodable {
    public let description: String
    public let checkName: String
    /// Stays when lines and checkouts move, so that GitLab sees new findings.
    public let fingerprint: String
    public let severity: Severity
    public let location: Location

    private enum CodingKeys: String, CodingKey {
      case description, fingerprint, severity, location
      case checkName = "check_name"
    }
  }

  public enum Severity: String, Hashable, Sendable, Encodable { case info, minor, major }

  public struct Location: Hashable, Sendable, Encodable {
    public let path: String
    public let lines: Lines

    public struct Lines: Hashable, Sendable, Encodable { public let begin: Int }
  }

  /// - Parameter base: the working directory, which must be the checkout's.
  public init(_ report: CheckReport, base: PathBase) {
    let places = DiagnosticPlaces(report)
    var identities = FindingIdentities()
    issues = report.diagnostics.map { diagnostic in
      let place = places.place(of: diagnostic)
      let identity = identities.next(for: diagnostic, at: place.name(from: base), digest: places.digest(of: diagnostic))
      return Issue(diagnostic, at: place.name(from: base), identity)
    }
  }

  public func encode(to encoder: any Encoder) throws { try issues.encode(to: encoder) }

  /// Its JSON form: indented, keys sorted.
  public func json() throws -> [UInt8] { try JSONText.pretty(self) }
}

extension CodeQualityReport.Issue {
  fileprivate init(_ diagnostic: Diagnostic, at path: String, _ identity: String) {
    let remedy = diagnostic.remedy.isEmpty ? "" : " Remedy: \(diagnostic.remedy)."
    description = "\(diagnostic.message).\(remedy)"
    checkName = diagnostic.rule.rawValue
    fingerprint = identity
    location = CodeQualityReport.Location(path: path, lines: .init(begin: diagnostic.subject.line ?? 1))
    severity =
      switch diagnostic.severity {
      case .error: .major
      case .warning: .minor
      case .note: .info
      }
  }
}

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
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    let list = properties.map { "\($0)=\(escaped(property: $1))" }.joined(separator: ",")
    return "::\(command) \(list)::\(escaped(text))"
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
