import Findings
import Foundation
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

  @Test func anIncidentIsExplained() {
    #expect(
      pages.explanation(of: "file.name")
        == """
        file.name  error
        The file's name is not UTF-8, so no message or report can name it.

        remedy:  Rename it.
        """)
  }

  @Test func aKeyIsExplained() {
    #expect(
      pages.explanation(of: "transfers")
        == """
        transfers  pipeline.yml
        1 to 64; default 8

        How many transfers to a bucket run at once. Rendering goes on meanwhile.
        """)
    #expect(pages.explanation(of: "messages.variants")?.hasPrefix("messages.variants  campaign.yml\n") == true)
  }
}
