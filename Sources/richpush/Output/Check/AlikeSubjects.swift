import Findings
import PushDelivery

/// Subjects of which the same is to be said, in their order: of forty-seven requests with one mistake it is said once.
struct AlikeSubjects {
  let members: [SubjectDiagnostics]

  /// - Parameter isDetailed: whether each is to stand by itself.
  static func all(in report: CheckReport, isDetailed: Bool) -> [AlikeSubjects] {
    let all = SubjectDiagnostics.all(in: report)
    let isFirst = { (subject: SubjectDiagnostics) in subject.findings.contains(where: \.comesFirst) }
    let subjects = all.filter(isFirst) + all.filter { !isFirst($0) }
    guard !isDetailed else { return subjects.map { AlikeSubjects(members: [$0]) } }
    let groups = Dictionary(grouping: subjects.indices) { Likeness(subjects[$0], at: $0) }
    // Few are best seen one by one.
    let many = groups.values.filter { $0.count > AlikeFindings.named }.map { $0.sorted() }
    let hidden = Set(many.flatMap { $0.dropFirst() })
    let members = Dictionary(uniqueKeysWithValues: many.map { ($0[0], $0) })
    return subjects.indices.filter { !hidden.contains($0) }.map { index in
      AlikeSubjects(members: (members[index] ?? [index]).map { subjects[$0] })
    }
  }

  /// What is said of a subject, but for its name and the places in it.
  private struct Likeness: Hashable {
    private let verdicts: [Verdict]
    private let requestLine: String?
    private let findings: [FindingWords]
    /// Keeps apart what is like nothing else.
    private let place: Int?

    init(_ subject: SubjectDiagnostics, at place: Int) {
      verdicts = subject.subject?.verdicts ?? []
      findings = subject.findings.map(FindingWords.init)
      let requests = subject.subject?.requests ?? CheckedRequests()
      requestLine = RequestVerdictText(requests: requests, style: Style(isColored: false)).line
      // What requests of a file come to is told of each.
      self.place = requests.count > 1 ? place : nil
    }
  }
}
