import Findings
import MediaFacts
import PushDelivery

/// Groups findings with one cause, in order: a few are listed, many are reported once.
struct AlikeFindings {
  /// At least one.
  let members: [Diagnostic]

  /// The message; of many findings, the different messages of those named.
  var messages: [String] {
    guard members.count > 1 else { return [members[0].message] }
    return members.prefix(Self.named).map { FindingWords.aboutSite($0.message) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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
