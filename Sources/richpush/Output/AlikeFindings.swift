import Findings

/// Findings that say the same, in their order: few stand one by one, many are said once.
struct AlikeFindings {
  /// At least one.
  let members: [Diagnostic]

  /// So many are named; the forms for machines name all.
  static let named = 3

  /// - Parameters:
  ///   - isDetailed: whether each is to stand by itself.
  ///   - least: how many are many.
  static func all(
    in findings: [Diagnostic], isDetailed: Bool, least: Int = named + 1
  ) -> [AlikeFindings] {
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

/// What a finding says wherever it is.
struct FindingWords: Hashable {
  let rule: RuleIdentifier
  let severity: Diagnostic.Severity
  let message: String
  let remedy: String

  init(_ finding: Diagnostic) {
    (rule, severity, message, remedy) = (finding.rule, finding.severity, finding.message, finding.remedy)
  }
}

/// Names of which there may be many, in a few words: `a, b, c and 44 more`.
func shortList(_ names: [String]) -> String {
  guard names.count > AlikeFindings.named else { return names.joined(separator: ", ") }
  return names.prefix(AlikeFindings.named).joined(separator: ", ") + " and \(names.count - AlikeFindings.named) more"
}
