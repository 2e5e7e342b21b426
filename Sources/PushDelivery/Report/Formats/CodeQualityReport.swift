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
