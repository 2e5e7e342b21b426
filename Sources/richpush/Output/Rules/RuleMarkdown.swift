import Findings
import PushDelivery

/// docs/rules.md: a contents table, then each rule under a heading with an anchor of its own.
struct RuleMarkdown {
  private let rules: [RuleDescription]

  init(_ rules: [RuleDescription]) { self.rules = rules }

  var text: String {
    let groups = RuleDescription.Area.allCases.map { area in (area, rules.filter { $0.area == area }) }
      .filter { !$0.1.isEmpty }
    let sections = [[introduction]] + groups.map(contents) + groups.flatMap(chapter)
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var introduction: String {
    """
    # Rules

    What `richpush check` looks for, and where each rule is known from. `richpush explain RULE` prints the same. `make rules`
    makes this file from the rules themselves; do not edit it. What richpush says of its configuration, its arguments and the
    machine is in [diagnostics.md](diagnostics.md).
    """
  }

  private func contents(_ area: RuleDescription.Area, _ rules: [RuleDescription]) -> [String] {
    ["**\(area.title)**", "", "| rule | severity | asks |", "|---|---|---|"]
      + rules.map { "| [`\($0.id)`](#\($0.id)) | \($0.severity.rawValue) | \(cell($0.summary)) |" }
  }

  private func chapter(_ area: RuleDescription.Area, _ rules: [RuleDescription]) -> [[String]] {
    [["## \(area.title)"]] + rules.map(section)
  }

  private func section(_ rule: RuleDescription) -> [String] {
    let clients = rule.platforms.sorted().map(\.displayName).joined(separator: ", ")
    let source = rule.source.hasPrefix("https://") ? "<\(rule.source)>" : "`\(rule.source)`"
    return [
      "<a id=\"\(rule.id)\"></a>", "### `\(rule.id)`", "", "\(rule.severity.rawValue); \(clients). \(rule.summary).",
      "",
      rule.why, "", "**Remedy:** \(rule.remedy).", "", "**Source:** \(source)",
    ] + examples("Breaks it", rule.failing) + examples("Keeps it", rule.passing)
  }

  private func examples(_ title: String, _ examples: [RuleExample]) -> [String] {
    examples.flatMap { example in
      let lines = ExampleText(example).excerpt
      let fence = fence(for: lines)
      return ["", "\(title):", "", fence + example.language] + lines + [fence]
    }
  }

  /// Longer than any row of backticks in the example.
  private func fence(for lines: [String]) -> String {
    let longest = lines.flatMap { $0.split { $0 != "`" } }.map(\.count).max() ?? 0
    return String(repeating: "`", count: max(3, longest + 1))
  }

  private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension RuleDescription.Area {
  fileprivate var title: String {
    switch self {
    case .media: "Pictures and videos"
    case .url: "Addresses"
    case .response: "What a server answers"
    case .request: "Send requests"
    }
  }
}

extension RuleExample {
  /// What an editor colours it as.
  fileprivate var language: String {
    switch self {
    // Some are meant not to be JSON.
    case .request: "text"
    case .media: "console"
    case .response: "http"
    }
  }
}
