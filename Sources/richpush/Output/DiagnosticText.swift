package import Findings
import MediaFacts
import PushDelivery

/// A diagnostic in words: place, rule, error and reason, and the remedy on a separate line.
struct DiagnosticText {
  private let alike: AlikeFindings
  /// The place in words; of several, the first and how many more there are.
  private let place: String
  private let style: Style

  init(_ alike: AlikeFindings, style: Style) {
    self.alike = alike
    // Findings about two renditions of one file are at one place.
    place = shortList(alike.members.map { Self.place($0.subject) }.distinct)
    self.style = style
  }

  var lines: [String] {
    let finding = alike.members[0]
    return ["\(finding.severity.word(style)) \(style.bold(place))  \(style.dim(finding.rule.rawValue))"] + alike.details
  }

  /// `campaign.yml:3:37 (messages[0].link)`.
  static func place(_ subject: Diagnostic.Subject) -> String {
    let name = subject.name.printable
    let position = [subject.line, subject.column].compactMap { $0.map { ":\($0)" } }.joined()
    let key = subject.keyPath.map { " (\($0.printable))" } ?? ""
    return subject.kind == .message && !position.isEmpty
      ? "message \(name) (line \(subject.line ?? 0))" : "\(name)\(position)\(key)"
  }
}

/// Findings in words, in order: equal findings of many places are reported once, with some of the places.
package struct DiagnosticsText {
  private let findings: [AlikeFindings]
  private let style: Style

  /// - Parameter isDetailed: whether each is listed.
  init(_ diagnostics: [Diagnostic], style: Style, isDetailed: Bool = Console.standard.isVerbose) {
    findings = AlikeFindings.all(in: diagnostics, isDetailed: isDetailed)
    self.style = style
  }

  /// Without colours.
  package init(_ diagnostics: [Diagnostic], isDetailed: Bool = false) {
    self.init(diagnostics, style: Style(isColored: false), isDetailed: isDetailed)
  }

  package var lines: [String] { findings.flatMap { DiagnosticText($0, style: style).lines } }
}

extension Diagnostic {
  /// Whether it is reported first: sending a message to unintended recipients is worse than not sending it.
  var comesFirst: Bool { rule == Incident.campaignWiderAudience.id }
}

extension [Diagnostic] {
  /// Those that are listed with their places.
  var listed: [Diagnostic] { filter { !$0.isOfSummary } }

  /// The messages of the others: lines of the summary.
  var summaryNotes: [String] { filter(\.isOfSummary).map(\.message) }
}

extension Diagnostic.Severity {
  /// In its colour.
  func word(_ style: Style) -> String {
    switch self {
    case .error: style.red("error")
    case .warning: style.yellow("warning")
    case .note: style.dim("note")
    }
  }
}

/// Groups findings with one cause, in order: a few are listed, many are reported once.
struct AlikeFindings {
  /// At least one.
  let members: [Diagnostic]

  /// The message; of many findings, the different messages of those named.
  var messages: [String] {
    guard members.count > 1 else { return [members[0].message] }
    return members.prefix(Self.named).map { FindingWords.aboutSite($0.message) }.distinct
  }

  /// The lines below the first.
  var details: [String] {
    let remedy = members[0].remedy.isEmpty ? [] : ["  remedy: \(members[0].remedy.printable)"]
    return messages.map { "  " + $0.printable } + remedy
  }

  /// So many are named; machine formats name all.
  static let named = 3

  /// - Parameters:
  ///   - isDetailed: whether each is listed.
  ///   - least: how many are many.
  static func all(in findings: [Diagnostic], isDetailed: Bool, least: Int = named + 1) -> [AlikeFindings] {
    guard !isDetailed else { return findings.map { AlikeFindings(members: [$0]) } }
    let alike = Dictionary(grouping: findings, by: FindingWords.init)
    var told: Set<FindingWords> = []
    return findings.compactMap { finding in
      let words = FindingWords(finding)
      guard let group = alike[words], group.count >= least else { return AlikeFindings(members: [finding]) }
      return told.insert(words).inserted ? AlikeFindings(members: group) : nil
    }
  }
}

/// The place-independent part of a finding: its cause.
struct FindingWords: Hashable {
  let rule: RuleIdentifier
  let severity: Diagnostic.Severity
  private let message: String
  private let remedy: String
  /// The key, if findings of other keys have other words: two unknown keys are two mistakes.
  private let key: String?

  init(_ finding: Diagnostic) {
    (rule, severity) = (finding.rule, finding.severity)
    let words = Self.aboutSite(finding.message)
    (message, remedy) = (Self.shape(words), Self.shape(finding.remedy))
    key = message == words ? nil : finding.subject.keyPath.map(Self.shape)
  }

  /// A message about a URL, beginning with it, turned into one about its site, so that equal failures there are grouped.
  static func aboutSite(_ message: String) -> String {
    guard let end = message.firstRange(of: ": "), let site = WebOrigin(String(message[..<end.lowerBound])) else {
      return message
    }
    return site.text + message[end.lowerBound...]
  }

  /// A text without what differs between files: numbers, names of pictures, and quoted text.
  private static func shape(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? plain($0.element) : "" }.joined(separator: "`")
  }

  private static func plain(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      MediaFormat.isMediaName(String(word)) ? "." : String(word.filter { !$0.isNumber })
    }.joined(separator: " ")
  }
}

/// Possibly many names in a few words: `a, b, c and 44 more`.
func shortList(_ names: [String]) -> String { shortList(names.prefix(AlikeFindings.named), of: names.count) }

/// - Parameter count: the number of all, including unnamed ones.
func shortList(_ names: ArraySlice<String>, of count: Int) -> String {
  names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
}

/// Subjects with the same findings, in order: forty-seven requests with one mistake are reported once.
struct AlikeSubjects {
  let members: [SubjectDiagnostics]

  /// - Parameter isDetailed: whether each is listed.
  static func all(in report: CheckReport, isDetailed: Bool) -> [AlikeSubjects] {
    let all = SubjectDiagnostics.all(in: report)
    let isFirst = { (subject: SubjectDiagnostics) in subject.findings.contains(where: \.comesFirst) }
    let subjects = all.filter(isFirst) + all.filter { !isFirst($0) }
    guard !isDetailed else { return subjects.map { AlikeSubjects(members: [$0]) } }
    let whole = grouped(subjects.enumerated().map { Placed(place: $0, members: [$1]) })
    // Common findings of otherwise different subjects are listed separately, before the first subject's other findings.
    let (causes, remains) = byCause(whole.filter { $0.members.count == 1 })
    let groups = whole.filter { $0.members.count > 1 } + causes + grouped(remains)
    return groups.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map { AlikeSubjects(members: $0.element.members) }
  }

  private struct Placed {
    let place: Int
    var members: [SubjectDiagnostics]
  }

  /// A few are listed one by one.
  private static func grouped(_ subjects: [Placed]) -> [Placed] {
    Dictionary(grouping: subjects) { Likeness($0.members[0], at: $0.place) }.values.flatMap { group in
      let isMany = group.count > AlikeFindings.named
      return isMany ? [Placed(place: group[0].place, members: group.flatMap(\.members))] : group
    }
  }

  private static func byCause(_ subjects: [Placed]) -> (causes: [Placed], remains: [Placed]) {
    let subjects = subjects.sorted { $0.place < $1.place }
    var causes: [FindingWords: Placed] = [:]
    for subject in subjects {
      let member = subject.members[0]
      for (words, findings) in Dictionary(grouping: member.findings, by: FindingWords.init) {
        causes[words, default: Placed(place: subject.place, members: [])].members.append(
          SubjectDiagnostics(name: member.name, subject: nil, findings: findings))
      }
    }
    causes = causes.filter { $0.value.members.count > AlikeFindings.named }
    let remains = subjects.map { subject in
      let member = subject.members[0]
      let findings = member.findings.filter { causes[FindingWords($0)] == nil }
      let rest = SubjectDiagnostics(name: member.name, subject: member.subject, findings: findings)
      return Placed(place: subject.place, members: [rest])
    }
    let first = causes.sorted { ($0.value.place, $0.key.rule.rawValue) < ($1.value.place, $1.key.rule.rawValue) }
    return (first.map(\.value), remains)
  }

  /// What is reported of a subject, without its name and the places in it.
  private struct Likeness: Hashable {
    private let verdicts: [Verdict]
    private let requestLine: String?
    private let findings: [FindingWords]
    /// Separates unique subjects.
    private let place: Int?

    init(_ subject: SubjectDiagnostics, at place: Int) {
      verdicts = subject.subject?.verdicts ?? []
      findings = subject.findings.map(FindingWords.init)
      let requests = subject.subject?.requests ?? CheckedRequests()
      requestLine = RequestVerdictText(requests: requests, style: Style(isColored: false)).line
      // Requests of one file have their own totals.
      self.place = requests.count > 1 ? place : nil
    }
  }
}
