import ArgumentParser
import Essentials
package import Findings
import MediaPipeline
package import PushDelivery

/// The handbook's text about a rule, an incident or a key; without a name, all rules.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration("explain")

  @Argument(help: .text("explain.rule"), completion: .rules) var rule: String?

  @Option(help: "How all rules are printed: text or json.") var format: OutputFormat = .text

  func validate() throws {
    if rule != nil, format != .text { throw ValidationError("--format json prints all rules: leave out the name") }
  }

  func run() throws {
    let console = Console.standard
    let pages = RulePages(.standard, style: console.output)
    guard let rule else { return try console.answer(format, json: pages.json, text: pages.list) }
    let names = pages.names(calledBy: rule)
    if names.count == 1, let explanation = pages.explanation(of: RuleIdentifier(rawValue: names[0])) {
      return try console.show(explanation)
    }
    let list = names.map { "\n  richpush explain \($0)" }.joined()
    console.note(names.isEmpty ? pages.denial(of: rule) : "several names have \(rule.quoted). Choose one:\(list)")
    throw ExitCode(ExitStatus.usage.rawValue)
  }
}

extension RuleCatalog {
  /// Says that a name is neither a rule nor a group of them, such as `http`.
  func denial(of name: String) -> String {
    let group = nearestGroup(to: name).map { "; the nearest is the group \($0.quoted)" }
    let nearest = group ?? nearest(to: name).map { "; the nearest is \($0.rawValue.quoted)" } ?? ""
    return "there is no rule \(name.quoted)\(nearest). `richpush explain` lists all"
  }
}

/// JSON Schemas for editors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration("schema")

  enum Subject: String, CaseIterable, ExpressibleByArgument { case campaign, pipeline }

  @Argument(help: "The file: campaign or pipeline.") var subject: Subject

  func run() throws {
    let text =
      switch subject {
      case .campaign: CampaignFile.schema
      case .pipeline: Destinations.file.schema
      }
    try Console.standard.print(String(decoding: text.dropLast(), as: UTF8.self))
  }
}

/// The texts about rules, incidents and keys: the list of rules, and explanations from the handbook.
package struct RulePages {
  private let catalog: RuleCatalog
  private let style: Style

  package init(_ catalog: RuleCatalog, style: Style = Style(isColored: false)) {
    (self.catalog, self.style) = (catalog, style)
  }

  /// Each rule on a line.
  package var list: String { catalog.descriptions.map(line).joined(separator: "\n") }

  /// The rules for programs. The form is described in docs/report.md.
  package var json: String {
    get throws {
      let rules = catalog.descriptions.map { rule -> JSONValue in
        let platforms = rule.platforms.sorted().map(\.rawValue)
        return [
          "id": .string(rule.id.rawValue), "area": .string(rule.area.rawValue),
          "severity": .string(rule.severity.rawValue), "platforms": Self.list(platforms),
          "summary": .string(rule.summary), "why": .string(rule.why), "remedy": .string(rule.remedy),
          "source": .string(rule.source), "failing": Self.list(rule.failing.map(\.text)),
          "passing": Self.list(rule.passing.map(\.text)),
        ]
      }
      return try reportJSON(["version": 1, "rules": .array(rules)] as JSONValue)
    }
  }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// The handbook's text about a rule, an incident or a key; nil for an unknown name.
  package func explanation(of id: RuleIdentifier) -> String? {
    let parts = catalog.rule(id).map(parts) ?? catalog.incident(id).map(parts) ?? key(id.rawValue)
    return parts.map(paragraphs)
  }

  /// All names of rules, incidents and keys.
  private var names: [String] {
    let keys = [HandbookPage.pipeline, .campaign].flatMap(\.sections).map(\.id)
    return (catalog.identifiers.map(\.rawValue) + keys).distinct
  }

  /// Says that nothing has this name.
  func denial(of word: String) -> String {
    let parts = names.flatMap { $0.split(separator: ".").map(String.init) }
    let nearest = NearestName.near(word, among: names + parts).map { "; the nearest is \($0.quoted)" } ?? ""
    return "there is no rule or key \(word.quoted)\(nearest). `richpush explain` lists all rules"
  }

  /// The names that a word may mean: the name itself, else those with it between dots, else those that contain it.
  package func names(calledBy word: String) -> [String] {
    if names.contains(word) { return [word] }
    let whole = names.filter { $0.split(separator: ".").contains(word[...]) }
    // One letter is in most names.
    return whole.isEmpty && word.count > 2 ? names.filter { $0.contains(word) } : whole
  }

  private func line(_ rule: RuleDescription) -> String {
    let name = rule.id.rawValue.padded(toColumns: 28)
    let padding = String(repeating: " ", count: max(0, 7 - rule.severity.rawValue.count))
    return "\(style.bold(name))  \(rule.severity.word(style))\(padding)  \(rule.summary)"
  }

  private func parts(_ rule: RuleDescription) -> [[String]] {
    let clients = rule.platforms.sorted().map(\.displayName).joined(separator: ", ")
    let head = ["\(style.bold(rule.id.rawValue))  \(rule.severity.word(style))  \(clients)", rule.summary]
    let facts = ["why:     \(rule.why)", "remedy:  \(rule.remedy)", "source:  \(rule.source)"]
    return [head, facts] + examples("fails", rule.failing) + examples("passes", rule.passing)
  }

  private func examples(_ title: String, _ examples: [HandbookSection.Part]) -> [[String]] {
    examples.map { example in
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      return [style.dim("\(title):")] + lines.map { $0.isEmpty ? "" : "  " + $0 }
    }
  }

  private func parts(_ incident: Incident) -> [[String]] {
    [
      ["\(style.bold(incident.id.rawValue))  \(incident.severity.word(style))", incident.summary],
      ["remedy:  \(incident.remedySentence)"],
    ]
  }

  private func key(_ name: String) -> [[String]]? {
    let pages = [("pipeline.yml", HandbookPage.pipeline), ("campaign.yml", HandbookPage.campaign)]
    for (file, page) in pages {
      guard let parts = page[name]?.parts else { continue }
      return [["\(style.bold(name))  \(file)", parts.facts.joined(separator: "; ")]]
        + parts.dropFirst().map { [$0.text] }
    }
    return nil
  }
}
