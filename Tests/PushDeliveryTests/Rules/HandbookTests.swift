import Findings
import PushDelivery
import TestSupport
import Testing

/// The handbook and Swift have the same ids, and say the same of keys.
@Suite struct HandbookTests {
  @Test func everyRuleHasItsSection() {
    #expect(HandbookPage.rules.sections.map(\.id).sorted() == RuleCatalog.standard.descriptions.map(\.id.rawValue))
  }

  @Test func everyIncidentHasItsSection() {
    #expect(HandbookPage.incidents.sections.map(\.id).sorted() == Incident.all.map(\.id.rawValue))
  }

  @Test func everyKeyHasItsSection() {
    for (page, keys) in [(HandbookPage.pipeline, PipelineFile.standard.outline), (.campaign, CampaignFile.outline)] {
      let described = Set(keys.flatMap(\.withKeysBeneath).compactMap { $0.words()?.id })
      #expect(described == Set(page.sections.map(\.id)))
    }
  }

  /// Form and default are in both, since one is read by people.
  @Test func aKeyIsDescribedAsItIs() throws {
    var seen: Set<String> = []
    for key in (PipelineFile.standard.outline + CampaignFile.outline).flatMap(\.withKeysBeneath) {
      guard case .value(let standard) = key.body else { continue }
      let words = try #require(key.words())
      // Several destinations, and several stills, share a section.
      guard seen.insert(words.id).inserted else { continue }
      let (facts, summary) = (words.parts.facts, words.parts.summary)
      #expect(facts.contains("required") == key.isRequired, "\(words.id)")
      if let standard, standard != "[]", !key.isRequired {
        #expect(facts.last?.contains(standard) == true, "\(words.id): \(standard)")
      }
      for choice in key.schema().choices where words.id != "check.suppress.rule" {
        #expect((facts[0] + summary).contains(choice), "\(words.id): \(choice)")
      }
      for range in key.schema().ranges { #expect(facts[0].replacing("_", with: "").contains(range), "\(words.id)") }
    }
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

  @Test func aRuleWithoutAPassingExampleHasThatOfItsChapter() {
    let passes = { (toy: String) in "**Passes:**\n\n```text\n\(toy)\n```\n\n" }
    let toys = "## toy.a\n\nerror\n\nA toy.\n\n## toy.b\n\nerror\n\nA toy.\n\n" + passes("a cube")
    let page = HandbookPage(text: "# media: toys\n\n" + passes("a ball") + toys)
    let rules = page.sections.map { RuleDescription($0) }
    #expect(rules.map(\.id) == ["toy.a", "toy.b"])
    #expect(rules.map { $0.passing.map(\.text) } == [["a ball"], ["a cube"]])
  }
}

extension KeyOutline {
  /// It and all keys beneath it.
  fileprivate var withKeysBeneath: [KeyOutline] {
    switch body {
    case .value: [self]
    case .section(let keys), .list(let keys): [self] + keys.flatMap(\.withKeysBeneath)
    }
  }
}

extension JSONValue {
  private var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// It, and the schemas of which a value has one.
  private var alternatives: [JSONValue] { [self] + (self["anyOf"]?.elements ?? []).flatMap(\.alternatives) }

  /// The names that a value of this schema may be.
  fileprivate var choices: [String] { alternatives.flatMap { $0["enum"]?.elements ?? [] }.compactMap(\.text) }

  /// `1 to 64` of a number.
  fileprivate var ranges: [String] {
    alternatives.compactMap { schema in
      guard case .integer(let least) = schema["minimum"], case .integer(let most) = schema["maximum"] else {
        return nil
      }
      return "\(least) to \(most)"
    }
  }
}
