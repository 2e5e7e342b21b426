import Findings
import PushDelivery

/// The findings of a check, for people: each subject with its findings, then the totals.
struct CheckText {
  let report: CheckReport
  let style: Style
  /// Whether each subject is listed in full, even if many are alike.
  var isDetailed = false
  var heading = SummaryHeading.none

  var text: String {
    let subjects = AlikeSubjects.all(in: listed, isDetailed: isDetailed).map(lines).filter { !$0.isEmpty }
    let recipients = RecipientsText(report.recipients, findings: report.diagnostics, isDetailed: isDetailed).lines
    // What keeps a run from ending comes last.
    let hasErrors = report.diagnostics.contains { $0.severity == .error }
    let ends =
      hasErrors ? [heading.lines + recipients, erroneous + totals + next] : [heading.lines + totals, recipients]
    return paragraphs(grouped(subjects) + ends)
  }

  /// Without the lines of the summary.
  private var listed: CheckReport {
    var listed = report
    listed.diagnostics = listed.diagnostics.listed
    return listed
  }

  /// Of a campaign, what has errors.
  private var erroneous: [String] {
    guard !heading.lines.isEmpty else { return [] }
    let names = report.diagnostics.filter { $0.severity == .error }.map(\.subject.name.printable)
    return ["errors in: " + shortList(names.distinct)]
  }

  private var next: [String] { heading.lines.isEmpty ? [] : [CommandText.next()] }

  /// How many subjects, and their findings.
  var totals: [String] {
    let subjects = counted(report.subjects.count, "subject")
    let counts = [
      count(.error).map { style.red(counted($0, "error")) },
      count(.warning).map { style.yellow(counted($0, "warning")) },
      count(.note).map { counted($0, "note") },
    ].compactMap { $0 }
    let clean = report.hasJudgedNothing ? "" : ", " + style.green("clean")
    let found = counts.isEmpty ? clean : ", " + counts.joined(separator: ", ")
    let suppressed = report.suppressed.isEmpty ? "" : ", \(report.suppressed.count) suppressed"
    let programs = report.programs.map { "\(counted($0, "program")) not looked at" }
    return ["\(subjects) checked\(found)\(suppressed)"] + [programs].compactMap(\.self)
  }

  private func count(_ severity: Diagnostic.Severity) -> Int? {
    let count = listed.diagnostics.count { $0.severity == severity }
    return count == 0 ? nil : count
  }

  /// Single-line subjects are listed together, others separately.
  private func grouped(_ subjects: [[String]]) -> [[String]] {
    var groups: [[String]] = []
    var isList = false
    for lines in subjects {
      if isList, lines.count == 1 {
        groups[groups.count - 1] += lines
      } else {
        groups.append(lines)
      }
      isList = lines.count == 1
    }
    return groups
  }

  /// Nothing for subjects without anything to report.
  private func lines(_ alike: AlikeSubjects) -> [String] {
    let subject = alike.members[0]
    let requests = RequestVerdictText(requests: subject.subject?.requests ?? CheckedRequests(), style: style)
    let verdict = VerdictText(subject.subject?.verdicts ?? [], style: style)
    let line = verdict.line ?? requests.line
    guard line != nil || !requests.lines.isEmpty || !subject.findings.isEmpty else { return [] }
    let names = alike.members.map(\.name.printable)
    let head = [style.bold(shortList(names)), line].compactMap { $0 }.joined(separator: "  ")
    let findings = alike.members.flatMap(\.findings)
    let details = verdict.settlements + requests.settlements + requests.lines + lines(findings, of: names.count)
    return [head] + details.map { "  " + $0 }
  }

  /// Repeated findings with the same words are reported once, with the places.
  ///
  /// - Parameter count: in how many subjects.
  private func lines(_ findings: [Diagnostic], of count: Int) -> [String] {
    // A few may have separate lines, except where one represents several subjects.
    let least = count > 1 ? 1 : AlikeFindings.named + 1
    return AlikeFindings.all(in: findings, isDetailed: isDetailed, least: least).flatMap { alike in
      let places = alike.members.map(place)
      let head = [
        alike.members[0].severity.word(style), shortList(count > 1 ? Set(places).sorted() : places),
        style.dim(alike.members[0].rule.rawValue),
      ]
      return [head.filter { !$0.isEmpty }.joined(separator: "  ")] + alike.details
    }
  }

  /// Its place in its subject.
  private func place(_ finding: Diagnostic) -> String {
    let subject = finding.subject
    let position = [subject.line, subject.column].compactMap { $0.map(String.init) }.joined(separator: ":")
    let name = subject.kind == .message ? "message \(subject.name.printable)" : ""
    let key = subject.keyPath.map { "(\($0.printable))" } ?? ""
    return [position, name, key].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The verdict for each client on an asset: `shows on iOS; depends on Android because android.image-format; text only
/// on web because http.opaque-response`.
struct VerdictText {
  private let verdicts: [Verdict]
  private let style: Style

  init(_ verdicts: [Verdict], style: Style) { (self.verdicts, self.style) = (verdicts, style) }

  /// nil if no client was checked.
  var line: String? {
    guard !verdicts.isEmpty else { return nil }
    let shown = verdicts.filter { $0.shows == .yes }.map(\.platform.displayName)
    let parts = shown.isEmpty ? [] : [style.green("shows on " + shown.joined(separator: ", "))]
    return (parts + reasons(.depends) + reasons(.no)).joined(separator: "; ")
  }

  /// How to settle open verdicts.
  var settlements: [String] { Self.settlements(verdicts.map { ($0.platform, $0.settledBy) }) }

  /// How to settle open verdicts, a line for each way with its clients.
  static func settlements(_ open: [(platform: Platform, settledBy: [String])]) -> [String] {
    open.flatMap { verdict in verdict.settledBy.map { (verdict.platform.displayName, $0) } }
      .reduce(into: [(clients: String, by: String)]()) { lines, next in
        if let same = lines.firstIndex(where: { $0.by == next.1 }) {
          lines[same].clients += ", \(next.0)"
        } else {
          lines.append((next.0, next.1))
        }
      }.map { "what settles it on \($0.clients): \($0.by)" }
  }

  /// Clients with the same verdict and reasons are listed together.
  private func reasons(_ showing: Verdict.Showing) -> [String] {
    let concerned = verdicts.filter { $0.shows == showing }
    let reasons = concerned.map(\.because).distinct
    return reasons.map { rules in
      let clients = concerned.filter { $0.because == rules }.map(\.platform.displayName).joined(separator: ", ")
      let words = showing == .no ? style.red("text only on \(clients)") : style.yellow("depends on \(clients)")
      return words + " because " + rules.map(\.rawValue).joined(separator: ", ")
    }
  }
}

/// How often each rule is broken, for people: a line for each rule, then the totals.
struct StatisticsText {
  let report: CheckReport
  let style: Style

  var text: String {
    let counts = RuleStatistics(report).counts
    let width = counts.first.map { "\($0.count)".count } ?? 0
    let names = counts.map(\.rule.rawValue.count).max() ?? 0
    let lines = counts.map { line($0, width, names) }
    return (lines + (lines.isEmpty ? [] : [""]) + CheckText(report: report, style: style).totals).joined(
      separator: "\n")
  }

  private func line(_ count: RuleStatistics.Count, _ width: Int, _ names: Int) -> String {
    let number = "\(count.count)"
    let padding = String(repeating: " ", count: width - number.count)
    let rule = count.rule.rawValue.padded(toColumns: names)
    let summary = count.summary.map { "  \(words($0, of: count.rule))" } ?? ""
    return "\(padding)\(number)  \(rule)  \(count.severity.word(style))\(summary)"
  }

  /// A rule's summary says what it requires, not what was found; an incident's says what happened.
  private func words(_ summary: String, of rule: RuleIdentifier) -> String {
    RuleCatalog.standard.rule(rule) == nil ? summary : "breaks the rule: \(summary)"
  }
}
