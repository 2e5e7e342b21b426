import Findings
import PushDelivery

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
