public import Findings

/// Which rules a check reports on: what flags choose for one call, where suppressions say what is accepted for good.
///
/// What keeps a check from its end is always reported, whatever is chosen: silence would look like a clean result.
public struct RuleSelection: Hashable, Sendable {
  /// Only these; nil: all.
  public var selected: [RulePattern]?
  /// These although they are only worth knowing.
  public var extended: [RulePattern]
  /// Not these, whatever the others say.
  public var ignored: [RulePattern]

  public init(selected: [RulePattern]? = nil, extended: [RulePattern] = [], ignored: [RulePattern] = []) {
    (self.selected, self.extended, self.ignored) = (selected, extended, ignored)
  }

  /// Whether notes have to be looked for, since one of them may be asked for by its name.
  public var mayIncludeNotes: Bool { selected != nil || !extended.isEmpty }

  /// - Parameter reportsNotes: whether everything is reported that is only worth knowing.
  func includes(_ diagnostic: Diagnostic, reportsNotes: Bool) -> Bool {
    let rule = diagnostic.rule
    if rule.isEnvironmental { return true }
    if ignored.contains(where: { $0.matches(rule) }) { return false }
    if extended.contains(where: { $0.matches(rule) }) { return true }
    if let selected { return selected.contains { $0.matches(rule) } }
    return reportsNotes || diagnostic.severity > .note
  }
}

/// A rule by its identifier, or all of a group by what their identifiers begin with: `http.redirect`, `http`.
public struct RulePattern: Hashable, Sendable {
  /// Without a dot at its end.
  public let text: String

  /// - Returns: nil where no rule has this name, and no group.
  public init?(_ text: String, in catalog: RuleCatalog = .standard) {
    self.text = text
    guard catalog.identifiers.contains(where: matches) else { return nil }
  }

  func matches(_ rule: RuleIdentifier) -> Bool { rule.rawValue == text || rule.rawValue.hasPrefix(text + ".") }
}

extension CheckReport {
  /// The report with the findings of some rules alone.
  ///
  /// Verdicts stay: that a picture does not show is so, whoever wants to hear the reason.
  ///
  /// - Parameter reportsNotes: whether everything is reported that is only worth knowing.
  public func choosing(_ selection: RuleSelection, reportsNotes: Bool) -> CheckReport {
    var report = self
    report.diagnostics.removeAll { !selection.includes($0, reportsNotes: reportsNotes) }
    report.suppressed.removeAll { !selection.includes($0, reportsNotes: reportsNotes) }
    return report
  }
}

/// How often each rule is broken in a report.
public struct RuleStatistics: Hashable, Sendable {
  /// The most frequent first, then by identifier.
  public let counts: [Count]

  public struct Count: Hashable, Sendable {
    public let rule: RuleIdentifier
    /// The gravest that it was found with.
    public let severity: Diagnostic.Severity
    public let count: Int
    /// What the rule asks, or what is the case; nil where nothing is known of it.
    public let summary: String?
  }

  public init(_ report: CheckReport, catalog: RuleCatalog = .standard) {
    counts = Dictionary(grouping: report.diagnostics, by: \.rule).map { rule, found in
      Count(
        rule: rule, severity: found.map(\.severity).max() ?? .note, count: found.count,
        summary: catalog.rule(rule)?.summary ?? catalog.incident(rule)?.summary)
    }.sorted { ($1.count, $0.rule.rawValue) < ($0.count, $1.rule.rawValue) }
  }
}
