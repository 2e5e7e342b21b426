import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing
import richpush

/// What is said of rules and incidents comes out of the catalog alone.
@Suite struct RulePagesTests {
  private let pages = RulePages(ToyRule.catalog)
  private let id = ToyRule.fewBytes.description.id

  @Test func aNewRuleIsListed() throws {
    #expect(pages.list.contains("\ntoy.few-bytes                 warning  a file has less than ten bytes\n"))
    let rules = try JSON(pages.json)["rules"].elements
    #expect(rules.filter { $0["id"] == "toy.few-bytes" }.map { $0["remedy"] } == ["make it smaller"])
    #expect(!RulePages(.standard).list.contains("toy."))
  }

  @Test func aNewRuleIsExplained() {
    let explanation = pages.explanation(of: id)
    #expect(
      explanation?.hasPrefix(
        "toy.few-bytes  warning  iOS, Android, web\na file has less than ten bytes\n\nwhy:     Toys")
        == true, "\(explanation ?? "")")
    #expect(RulePages(.standard).explanation(of: id) == nil)
    #expect(ToyRule.catalog.nearest(to: "toy.few-byte") == id)
  }

  @Test func aNewRuleIsDocumented() {
    #expect(
      pages.rulesDocument.contains("| [`toy.few-bytes`](#toy.few-bytes) | warning | a file has less than ten bytes |"))
    #expect(pages.rulesDocument.contains("### `toy.few-bytes`\n\nwarning; "))
  }

  @Test func aNewIncidentIsExplainedAndDocumented() {
    let incident = Incident(
      "machine.toy", .machine, .note, "The toy broke.", remedy: "mend `it` | wait", source: "a.md")
    let pages = RulePages(RuleCatalog(incidents: [incident]))
    #expect(
      pages.explanation(of: incident.id) == "machine.toy  note\nThe toy broke.\n\nremedy:  Mend `it` | wait.")
    #expect(
      pages.incidentsDocument.hasSuffix("\n| `machine.toy` | note | The toy broke. | Mend `it` \\| wait. | `a.md` |"))
    #expect(!pages.incidentsDocument.contains("## Destination"))
  }
}
