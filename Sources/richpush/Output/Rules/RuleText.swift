import Findings
import PushDelivery

/// A rule for people.
struct RuleText {
  private let rule: RuleDescription
  private let style: Style

  init(_ rule: RuleDescription, style: Style) {
    self.rule = rule
    self.style = style
  }

  /// The rule in one line of a list.
  var line: String {
    let name = rule.id.rawValue + String(repeating: " ", count: max(0, 28 - rule.id.rawValue.count))
    let padding = String(repeating: " ", count: max(0, 7 - rule.severity.rawValue.count))
    return "\(style.bold(name))  \(rule.severity.word(style))\(padding)  \(rule.summary)"
  }

  /// Everything that is known of it.
  var explanation: String {
    let clients = rule.platforms.sorted().map(\.displayName).joined(separator: ", ")
    let head = ["\(style.bold(rule.id.rawValue))  \(rule.severity.word(style))  \(clients)", rule.summary]
    let facts = ["why:     \(rule.why)", "remedy:  \(rule.remedy)", "source:  \(rule.source)"]
    return ([head, facts] + examples("breaks it", rule.failing) + examples("keeps it", rule.passing))
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func examples(_ title: String, _ examples: [RuleExample]) -> [[String]] {
    examples.map { [style.dim("\(title):")] + ExampleText($0).lines.map { "  " + $0 } }
  }
}

/// An incident, for people.
struct IncidentText {
  private let incident: Incident
  private let style: Style

  init(_ incident: Incident, style: Style) {
    self.incident = incident
    self.style = style
  }

  /// Everything that is known of it.
  var explanation: String {
    """
    \(style.bold(incident.id.rawValue))  \(incident.severity.word(style))
    \(incident.summary)

    remedy:  \(incident.remedySentence)
    """
  }
}

/// An example of a rule as its reader can try it: a request's text, the command that makes a file, a server's answer.
struct ExampleText {
  private let example: RuleExample

  init(_ example: RuleExample) { self.example = example }

  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable } }

  /// The same for a page: of what is long, the beginning. `explain` has it whole.
  var excerpt: [String] {
    let lines = lines.map { $0.count > 300 ? $0.prefix(200) + "…" : $0 }
    return lines.count > 50 ? lines.prefix(10) + ["… (\(lines.count) lines in all)"] : lines
  }

  private var text: String {
    switch example {
    case .request(let request): request.hasSuffix("\n") ? String(request.dropLast()) : request
    case .media(let media): command(media)
    case .response(let response): "\(response)"
    }
  }

  private func command(_ media: MediaExample) -> String {
    let lines = media.commands + [["richpush", "check"] + media.flags + [media.name]]
    return lines.map { "$ " + ShellWord.command($0) }.joined(separator: "\n")
  }
}
