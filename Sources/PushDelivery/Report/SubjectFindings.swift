/// One subject of a report with everything that was found about it.
public struct SubjectFindings: Hashable, Sendable {
  public let name: String
  /// What was looked at; nil for what is no subject of the check itself, such as pipeline.yml.
  public let subject: CheckedSubject?
  /// In the order in which they were found.
  public let findings: [Diagnostic]

  /// Whether it is a file that can be opened.
  var isFile: Bool {
    guard let subject else { return findings.allSatisfy { ![.url, .program, .destination].contains($0.subject.kind) } }
    return subject.kind != .url && name != "-"
  }

  /// What it is, in a word.
  var kind: String { subject?.kind.rawValue ?? findings.first?.subject.kind.rawValue ?? "" }

  /// A report's subjects in their order, each once, then what else something was found about.
  public static func all(in report: CheckReport) -> [SubjectFindings] {
    let places = FindingPlaces(report)
    let findings = Dictionary(grouping: report.diagnostics) { places.place(of: $0).name }
    var seen: Set<String> = []
    let subjects = report.subjects.filter { seen.insert($0.name).inserted }.map {
      SubjectFindings(name: $0.name, subject: $0, findings: findings[$0.name] ?? [])
    }
    let others = report.diagnostics.map { places.place(of: $0).name }.filter { seen.insert($0).inserted }
    return subjects + others.map { SubjectFindings(name: $0, subject: nil, findings: findings[$0] ?? []) }
  }
}
