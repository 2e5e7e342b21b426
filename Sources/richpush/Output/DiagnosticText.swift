package import Findings

/// A diagnostic in words: place, rule, error and reason, and the remedy on a separate line.
struct DiagnosticText {
  private let alike: AlikeFindings
  /// The place in words; of several, the first and how many more there are.
  private let place: String
  private let style: Style

  init(_ alike: AlikeFindings, style: Style) {
    self.alike = alike
    // Findings about two renditions of one file are at one place.
    var told: Set<String> = []
    place = shortList(alike.members.map { Self.place($0.subject) }.filter { told.insert($0).inserted })
    self.style = style
  }

  var lines: [String] {
    let finding = alike.members[0]
    return ["\(finding.severity.word(style)) \(style.bold(place))  \(style.dim(finding.rule.rawValue))"]
      + alike.details.flatMap(style.wrapped)
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
  package init(_ diagnostics: [Diagnostic], isDetailed: Bool = false, columns: Int? = nil) {
    self.init(diagnostics, style: Style(isColored: false, columns: columns), isDetailed: isDetailed)
  }

  package var lines: [String] { findings.flatMap { DiagnosticText($0, style: style).lines } }
}

extension Diagnostic {
  /// Whether it is reported first: sending a message to unintended recipients is worse than not sending it.
  var comesFirst: Bool { rule == Incident.campaignWiderAudience.id }

  /// Whether it is a line of the summary, after the targets.
  var isOfSummary: Bool { rule == Incident.campaignFallback.id }
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
