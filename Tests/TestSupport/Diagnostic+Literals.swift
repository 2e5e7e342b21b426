public import Findings

// The program writes each identifier once, where it is described. Tests say what they expect, and make up what they need.
extension RuleIdentifier: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Diagnostic {
  /// Any diagnostic, whether or not there is such a rule or incident.
  public init(
    _ rule: RuleIdentifier, _ severity: Severity, _ subject: Subject, _ message: String, remedy: String = "",
    platforms: Set<Platform>? = nil
  ) {
    self.init(rule: rule, severity: severity, subject: subject, message: message, remedy: remedy, platforms: platforms)
  }
}
