public import Findings

/// The rules that a check reports: flags choose them for one call, suppressions accept findings permanently.
///
/// Errors that stop a check are always reported, whatever you choose: silence would look like a clean result.
public struct RuleSelection: Hashable, Sendable {
  /// Only these; nil: all.
  public var selected: [RulePattern]?
  /// These, although they are only notes.
  public var extended: [RulePattern]
  /// Not these, whatever else is chosen.
  public var ignored: [RulePattern]

  public init(selected: [RulePattern]? = nil, extended: [RulePattern] = [], ignored: [RulePattern] = []) {
    (self.selected, self.extended, self.ignored) = (selected, extended, ignored)
  }

  /// Whether notes are needed, because one of them may be chosen by name.
  public var mayIncludeNotes: Bool { selected != nil || !extended.isEmpty }

  /// - Parameter reportsNotes: whether all notes are reported.
  func includes(_ diagnostic: Diagnostic, reportsNotes: Bool) -> Bool {
    let rule = diagnostic.rule
    if rule.isEnvironmental { return true }
    if ignored.contains(where: { $0.matches(rule) }) { return false }
    if extended.contains(where: { $0.matches(rule) }) { return true }
    if let selected { return selected.contains { $0.matches(rule) } }
    return reportsNotes || diagnostic.severity > .note || diagnostic.isOfSummary
  }
}

/// A rule by its identifier, or a group by the beginning of its identifiers: `http.redirect`, `http`.
public struct RulePattern: Hashable, Sendable {
  /// Without a dot at its end.
  public let text: String

  /// - Returns: nil if it names neither a rule nor a group.
  public init?(_ text: String, in catalog: RuleCatalog = .standard) {
    self.text = text
    guard catalog.identifiers.contains(where: matches) else { return nil }
  }

  func matches(_ rule: RuleIdentifier) -> Bool { rule.rawValue == text || rule.rawValue.hasPrefix(text + ".") }
}

extension CheckReport {
  /// The report with the findings of only some rules.
  ///
  /// Verdicts stay: a picture does not show, even if you did not ask why.
  ///
  /// - Parameter reportsNotes: whether all notes are reported.
  public func choosing(_ selection: RuleSelection, reportsNotes: Bool) -> CheckReport {
    var report = self
    report.diagnostics.removeAll { !selection.includes($0, reportsNotes: reportsNotes) }
    report.suppressed.removeAll { !selection.includes($0, reportsNotes: reportsNotes) }
    return report
  }

  /// The report without accepted findings. An expired suppression, and one without any findings, are findings themselves.
  ///
  /// - Parameters:
  ///   - base: the folder of the suppressions' paths.
  ///   - now: the time of the check, in seconds since 1970.
  public func applying(_ suppressions: [Suppression], from base: PathBase, now: Int) -> CheckReport {
    let places = DiagnosticPlaces(self)
    let expired = suppressions.map { $0.isExpired(now: now) }
    var used: Set<Int> = []
    var report = self
    report.diagnostics = []
    for diagnostic in diagnostics {
      let name = places.place(of: diagnostic).name(from: base)
      let covering = suppressions.indices.filter { suppressions[$0].covers(diagnostic, at: name) }
      used.formUnion(covering)
      let isSuppressed = !diagnostic.rule.isEnvironmental && covering.contains { !expired[$0] }
      if isSuppressed { report.suppressed.append(diagnostic) } else { report.diagnostics.append(diagnostic) }
    }
    for (index, suppression) in suppressions.enumerated() {
      let rule = suppression.rule.rawValue
      if expired[index] {
        let words = ErrorWords("suppression", "expired", [rule, suppression.until?.description ?? ""])
        report.diagnostics.append(Diagnostic(words, suppression.subject))
      } else if !used.contains(index) {
        let place = suppression.path.map { " at \($0.text.quoted)" } ?? ""
        report.diagnostics.append(Diagnostic(ErrorWords("suppression", "unused", [rule + place]), suppression.subject))
      }
    }
    return report
  }
}

/// An accepted finding: pipeline.yml says which, why and until when.
public struct Suppression: Hashable, Sendable {
  public var rule: RuleIdentifier
  /// Its files and URLs; nil: all. Paths start from the folder of pipeline.yml.
  public var path: PathPattern?
  /// Why it is accepted, for people.
  public var reason: String
  /// The last day, in UTC, on which it is accepted; nil: without end.
  public var until: CalendarDay?
  /// Its place.
  public var subject: Diagnostic.Subject

  public init(
    rule: RuleIdentifier, path: PathPattern? = nil, reason: String, until: CalendarDay? = nil,
    subject: Diagnostic.Subject
  ) {
    (self.rule, self.path, self.reason, self.until, self.subject) = (rule, path, reason, until, subject)
  }

  func isExpired(now: Int) -> Bool {
    guard let until else { return false }
    let (days, seconds) = now.quotientAndRemainder(dividingBy: 86_400)
    return Int64(seconds < 0 ? days - 1 : days) > until.daysSince1970
  }

  func covers(_ diagnostic: Diagnostic, at name: String) -> Bool {
    rule == diagnostic.rule && path?.matches(name) ?? true
  }
}
