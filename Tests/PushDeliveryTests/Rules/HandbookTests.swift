import Findings
import PushDelivery
import Testing

/// The handbook and Swift have the same ids.
@Suite struct HandbookTests {
  @Test func everyRuleHasItsSection() {
    #expect(HandbookPage.rules.sections.map(\.id).sorted() == RuleCatalog.standard.descriptions.map(\.id.rawValue))
  }

  @Test func everyIncidentHasItsSection() {
    #expect(HandbookPage.incidents.sections.map(\.id).sorted() == Incident.all.map(\.rawValue))
  }

  @Test(arguments: [HandbookPage.rules, .incidents, .pipeline, .campaign])
  func aSectionIsFoundByItsID(_ page: HandbookPage) {
    #expect(!page.sections.isEmpty)
    for section in page.sections { #expect(page[section.id]?.parts == section.parts && section.parts.count > 1) }
    #expect(page["no.section"] == nil)
  }

  @Test func partsAreParagraphsAndExamples() {
    let section = HandbookSection(
      id: "a", chapter: "media: toys",
      text: """

        error · iOS, web

        A line
        goes on.

        **Why:** It
        is so.

        **Fails:**

        ```json
        {

        # "a": 1}
        ```
        """)
    #expect(section.chapterName == "media")
    #expect(section.parts.map(\.label) == [nil, nil, "Why", "Fails"])
    #expect(section.parts.map(\.text) == ["error · iOS, web", "A line goes on.", "It is so.", "{\n\n# \"a\": 1}"])
    #expect(section.parts.map(\.language) == [nil, nil, nil, "json"])
  }
}
