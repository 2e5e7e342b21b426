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
