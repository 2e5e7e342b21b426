public import Findings

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
    self.rule = rule
    self.path = path
    self.reason = reason
    self.until = until
    self.subject = subject
  }

  /// Whether its last day is over.
  func isExpired(now: Int) -> Bool {
    guard let until else { return false }
    let (days, seconds) = now.quotientAndRemainder(dividingBy: 86_400)
    return Int64(seconds < 0 ? days - 1 : days) > until.daysSince1970
  }

  func covers(_ diagnostic: Diagnostic, at name: String) -> Bool {
    rule == diagnostic.rule && path?.matches(name) ?? true
  }
}

extension CheckReport {
  /// The report without accepted findings. An expired suppression, and one without any findings, are findings themselves.
  ///
  /// - Parameters:
  ///   - base: the folder of the suppressions' paths.
  ///   - now: the time of the check, in seconds since 1970.
  public func applying(_ suppressions: [Suppression], from base: PathBase, now: Int) -> CheckReport {
    let places = DiagnosticPlaces(self)
    let expired = suppressions.map { $0.isExpired(now: now) }
    var used: Set<Int> = []
    var report = CheckReport(
      subjects: subjects, diagnostics: [], suppressed: suppressed, recipients: recipients, programs: programs)
    for diagnostic in diagnostics {
      let name = places.place(of: diagnostic).name(from: base)
      let covering = suppressions.indices.filter { suppressions[$0].covers(diagnostic, at: name) }
      used.formUnion(covering)
      let isSuppressed = !diagnostic.rule.isEnvironmental && covering.contains { !expired[$0] }
      if isSuppressed { report.suppressed.append(diagnostic) } else { report.diagnostics.append(diagnostic) }
    }
    for (index, suppression) in suppressions.enumerated() {
      if expired[index] {
        report.diagnostics.append(.expired(suppression))
      } else if !used.contains(index) {
        report.diagnostics.append(.unused(suppression))
      }
    }
    return report
  }
}

extension Diagnostic {
  fileprivate static func expired(_ suppression: Suppression) -> Diagnostic {
    Diagnostic(
      .suppressionExpired, suppression.subject,
      "\(suppression.rule) was accepted until \(suppression.until?.description ?? ""), and that is over")
  }

  fileprivate static func unused(_ suppression: Suppression) -> Diagnostic {
    let place = suppression.path.map { " at \($0.text.quoted)" } ?? ""
    return Diagnostic(
      .suppressionUnused, suppression.subject,
      "nothing that was checked breaks \(suppression.rule)\(place), so the suppression hides nothing")
  }
}
