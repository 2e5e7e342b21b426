package import Findings
import MediaFacts
import MediaPipeline
import PushDelivery

/// Findings in words, in order: place, rule, error and reason, and the remedy on a separate line. Equal findings of many places are reported
/// once, with some of the places.
package struct DiagnosticsText {
  private let findings: [AlikeFindings]
  private let style: Style

  /// - Parameters:
  ///   - isDetailed: whether each is listed; nil: as the console says.
  ///   - order: theirs; nil: as they come.
  package init(
    _ diagnostics: some Sequence<Diagnostic>, style: Style = Style(isColored: false), isDetailed: Bool? = nil,
    inOrder order: @escaping (Diagnostic, Diagnostic) -> Bool = { _, _ in false }
  ) {
    findings = AlikeFindings.all(in: diagnostics, isDetailed: isDetailed ?? Console.standard.isVerbose, inOrder: order)
    self.style = style
  }

  package var lines: [String] {
    findings.flatMap { alike in
      let finding = alike.members[0]
      // Findings about two renditions of one file are at one place.
      let places = shortList(alike.places, of: alike.placeCount)
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
  var listed: some Sequence<Diagnostic> { lazy.filter { !$0.isOfSummary } }
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

/// Findings with one cause: a few are listed, many are reported once.
struct AlikeFindings {
  /// At least one; of many, those that are named.
  let members: [Diagnostic]
  /// Findings about two renditions of one file are at one place.
  var placeCount = 1

  /// The first places.
  var places: ArraySlice<String> { members.map { DiagnosticsText.place($0.subject) }.distinct.prefix(Self.named) }

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

  /// - Parameter precedes: their order.
  static func all(
    in findings: some Sequence<Diagnostic>, isDetailed: Bool, inOrder precedes: (Diagnostic, Diagnostic) -> Bool
  ) -> [AlikeFindings] {
    guard !isDetailed else { return findings.sorted(by: precedes).map { AlikeFindings(members: [$0]) } }
    var (groups, causes, known): ([FindingGroup], [FindingWords: Int], [Int: Int]) = ([], [:], [:])
    for (index, finding) in findings.enumerated() {
      let hash = FindingWords.hash(of: finding)
      let group = known[hash] ?? causes[FindingWords(finding), default: groups.count]
      if group == groups.count {
        groups.append(FindingGroup())
        causes[FindingWords(finding)] = group
      }
      known[hash] = group
      groups[group].add(finding, at: index, inOrder: precedes)
    }
    return groups.flatMap(\.told).sorted { $0.index < $1.index }.map(\.findings)
      .sorted { precedes($0.members[0], $1.members[0]) }
  }
}

/// Findings with one cause, of which only those are kept that may be named: there may be hundreds of thousands.
private struct FindingGroup {
  /// The first in order, with their places among all.
  private var members: [(index: Int, finding: Diagnostic, place: String)] = []
  private var count = 0
  /// As hashes.
  private var places: Set<Int> = []

  mutating func add(_ finding: Diagnostic, at index: Int, inOrder precedes: (Diagnostic, Diagnostic) -> Bool) {
    let place = DiagnosticsText.place(finding.subject)
    count += 1
    places.insert(place.hashValue)
    members.insert((index, finding, place), at: members.firstIndex { precedes(finding, $0.finding) } ?? members.count)
    var named: [String] = []
    members = members.enumerated().filter { offset, member in
      let isNew = named.count < AlikeFindings.named && !named.contains(member.place)
      if isNew { named.append(member.place) }
      return isNew || offset < AlikeFindings.named
    }.map(\.element)
  }

  /// All, or the first of many, with the place of each among all findings.
  var told: [(index: Int, findings: AlikeFindings)] {
    guard count > AlikeFindings.named else { return members.map { ($0.index, AlikeFindings(members: [$0.finding])) } }
    return [(members[0].index, AlikeFindings(members: members.map(\.finding), placeCount: places.count))]
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

  /// Of all that decides them.
  static func hash(of finding: Diagnostic) -> Int {
    var hasher = Hasher()
    hasher.combine(finding.rule)
    hasher.combine(finding.severity)
    for text in [finding.message, finding.remedy, finding.subject.keyPath] { hasher.combine(text) }
    return hasher.finalize()
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

extension Diagnostic {
  /// The gravest first, then by place. Sending to unintended recipients comes before all: it is worse than not sending.
  static func inReadingOrder(_ first: Diagnostic, _ second: Diagnostic) -> Bool {
    let (left, right) = (first.rank, second.rank)
    return left == right
      ? (first.subject.name, first.subject.line ?? 0) < (second.subject.name, second.subject.line ?? 0) : left > right
  }

  private var rank: (Int, Severity) {
    (rule.isAboutSet && rule != Incident.campaignNotApproved.id ? 1 : 0, severity)
  }
}
