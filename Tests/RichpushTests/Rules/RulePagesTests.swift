import Findings
import PushDelivery
import TestSupport
import Testing
import richpush

/// The pages about rules and incidents come only from the catalog.
@Suite struct RulePagesTests {
  private let pages = RulePages(ToyRule.catalog)
  private let id = ToyRule.fewBytes.description.id

  @Test func aNewRuleIsListed() throws {
    #expect(pages.list.contains("\ntoy.few-bytes                 warning  A file has less than ten bytes.\n"))
    let rules = try JSON(pages.json)["rules"].elements
    #expect(rules.filter { $0["id"] == "toy.few-bytes" }.map { $0["remedy"] } == ["make it smaller"])
    #expect(!RulePages(.standard).list.contains("toy."))
  }

  @Test func aNewRuleIsExplained() {
    let explanation = pages.explanation(of: id)
    #expect(
      explanation?.hasPrefix(
        "toy.few-bytes  warning  iOS, Android, web\nA file has less than ten bytes.\n\nwhy:     Toys")
        == true, "\(explanation ?? "")")
    #expect(RulePages(.standard).explanation(of: id) == nil)
    #expect(ToyRule.catalog.nearest(to: "toy.few-byte") == id)
  }

  @Test func everyRuleIsExplained() throws {
    let pages = RulePages(.standard)
    let descriptions = RuleCatalog.standard.descriptions
    let rules = try JSON(pages.json)["rules"].elements
    #expect(rules.map { $0["id"].string } == descriptions.map(\.id.rawValue))
    for (rule, description) in zip(rules, descriptions) {
      let explanation = try #require(pages.explanation(of: description.id))
      #expect(explanation.hasPrefix(description.id.rawValue + "  "))
      let examples = rule["failing"].elements + rule["passing"].elements
      let lines = examples.flatMap { ($0.string ?? "").split(separator: "\n") }.map { "  " + $0 }
      #expect(lines.filter { !explanation.contains($0) } == [])
      for part in ["summary", "why", "remedy", "source"] { #expect(explanation.contains(rule[part].string ?? "?")) }
    }
  }

  @Test func aKeyIsExplained() {
    #expect(
      pages.explanation(of: "transfers") == """
        transfers  pipeline.yml
        1 to 64; default 8

        How many transfers to a bucket run at once. Rendering goes on meanwhile.
        """)
    #expect(pages.explanation(of: "messages.variants")?.hasPrefix("messages.variants  campaign.yml\n") == true)
  }
}
