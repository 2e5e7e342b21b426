package import Findings
package import PushDelivery

/// What richpush says of its own rules and incidents: the lists, the explanations, and the documents that are made of them.
package struct RulePages {
  private let catalog: RuleCatalog
  private let style: Style

  init(_ catalog: RuleCatalog, style: Style) {
    self.catalog = catalog
    self.style = style
  }

  /// Without colours.
  package init(_ catalog: RuleCatalog) { self.init(catalog, style: Style(isColored: false)) }

  /// Each rule in a line.
  package var list: String { catalog.descriptions.map { RuleText($0, style: style).line }.joined(separator: "\n") }

  /// The rules for programs.
  package var json: String { get throws { try RuleJSON(catalog.descriptions).text } }

  /// docs/rules.md.
  package var rulesDocument: String { RuleMarkdown(catalog.descriptions).text }

  /// docs/diagnostics.md.
  package var incidentsDocument: String { IncidentMarkdown(catalog.incidents).text }

  /// Everything that is known of a rule or an incident; nil when there is none of this name.
  package func explanation(of id: RuleIdentifier) -> String? {
    if let rule = catalog.rule(id) { return RuleText(rule, style: style).explanation }
    return catalog.incident(id).map { IncidentText($0, style: style).explanation }
  }
}
