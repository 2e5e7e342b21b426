import Findings
import PushDelivery

/// Findings that say the same, in their order: few stand one by one, many are said once.
struct AlikeFindings {
  /// At least one.
  let members: [Diagnostic]

  /// One of them that stands for all.
  var said: Diagnostic {
    var finding = members[0]
    if members.count > 1 { finding.message = FindingWords(finding).message }
    return finding
  }

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
    (rule, severity, remedy) = (finding.rule, finding.severity, finding.remedy)
    message = Self.aboutSite(finding.message)
  }

  /// What is said of a URL, with the URL before it, as what is said of its site: so all that fails there in one way is the same.
  private static func aboutSite(_ message: String) -> String {
    guard let end = message.firstRange(of: ": "), let site = WebOrigin(String(message[..<end.lowerBound])) else {
      return message
    }
    return site.text + message[end.lowerBound...]
  }
}

/// Names of which there may be many, in a few words: `a, b, c and 44 more`.
func shortList(_ names: [String]) -> String {
  guard names.count > AlikeFindings.named else { return names.joined(separator: ", ") }
  return names.prefix(AlikeFindings.named).joined(separator: ", ") + " and \(names.count - AlikeFindings.named) more"
}
