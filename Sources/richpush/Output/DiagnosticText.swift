package import Findings
import MediaFacts
import MediaPipeline
import PushDelivery

/// Findings in words, in order: place, rule, error and reason, and the remedy on a separate line. Equal findings of many places are reported
/// once, with some of the places.
package struct DiagnosticsText {
  private let findings: [AlikeFindings]
  private let style: Style

  /// - Parameter isDetailed: whether each is listed; nil: as the console says.
  package init(_ diagnostics: [Diagnostic], style: Style = Style(isColored: false), isDetailed: Bool? = nil) {
    findings = AlikeFindings.all(in: diagnostics, isDetailed: isDetailed ?? Console.standard.isVerbose)
    self.style = style
  }

  package var lines: [String] {
    findings.flatMap { alike in
      let finding = alike.members[0]
      // Findings about two renditions of one file are at one place.
      let places = shortList(alike.members.map { Self.place($0.subject) }.distinct)
      return ["\(finding.severity.word(style)) \(style.bold(places))  \(style.dim(finding.rule.rawValue))"]
        + alike.details
    }
  }

  /// `autumn/campaign.yml:3:37 (messages[0].link)`.
  static func place(_ subject: Diagnostic.Subject) -> String {
    let position = [subject.line, subject.column].compactMap { $0.map { ":\($0)" } }.joined()
    return PathBase.here(subject.name).printable + position + (subject.keyPath.map { " (\($0.printable))" } ?? "")
  }
}

extension [Diagnostic] {
  /// Those that are listed with their places.
  var listed: [Diagnostic] { filter { !$0.isOfSummary } }
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

  static func all(in findings: [Diagnostic], isDetailed: Bool) -> [AlikeFindings] {
    guard !isDetailed else { return findings.map { AlikeFindings(members: [$0]) } }
    let alike = Dictionary(grouping: findings, by: FindingWords.init)
    var told: Set<FindingWords> = []
    return findings.compactMap { finding in
      let words = FindingWords(finding)
      guard let group = alike[words], group.count > named else { return AlikeFindings(members: [finding]) }
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

  /// A text without what differs between files: numbers, names of pictures, quoted text, and details in parentheses at its end.
  private static func shape(_ text: String) -> String {
    let end = text.hasSuffix(")") ? text.firstRange(of: " (")?.lowerBound : nil
    let parts = text[..<(end ?? text.endIndex)].split(separator: "`", omittingEmptySubsequences: false)
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

extension [Diagnostic] {
  /// The gravest first, then by place. Sending to unintended recipients comes before all: it is worse than not sending.
  var inReadingOrder: [Diagnostic] {
    func rank(_ finding: Diagnostic) -> (Int, Diagnostic.Severity) {
      (finding.rule.isAboutSet && finding.rule != Incident.campaignNotApproved.id ? 1 : 0, finding.severity)
    }
    return sorted {
      let (left, right) = (rank($0), rank($1))
      return left == right
        ? ($0.subject.name, $0.subject.line ?? 0) < ($1.subject.name, $1.subject.line ?? 0) : left > right
    }
  }
}
