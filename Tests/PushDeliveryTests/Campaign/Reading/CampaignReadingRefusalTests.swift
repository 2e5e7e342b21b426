import Findings
import PushDelivery
import TestSupport
import Testing

/// The effects of an error in one entry, and of one that concerns all entries.
@Suite struct CampaignReadingRefusalTests {
  private let defaults = MessageDefaults(target: .topic("all"))

  private func read(_ text: String) -> CampaignReading { CampaignReading(text, defaults: defaults) }

  private func read(table: String, _ text: String = "defaults: {target: default}") -> CampaignReading {
    CampaignReading(text, table: Array(table.utf8), defaults: defaults)
  }

  private func places(_ reading: CampaignReading) -> [String] {
    reading.diagnostics.map { "\($0.subject.name):\($0.subject.line ?? 0) \($0.rule)" }
  }

  @Test func anEntryWithAnErrorCostsItselfAlone() {
    let reading = read(
      """
      messages:
        - {id: a, title: T}
        - {id: b, titel: T}
        - {title: T}
        - text
        - {id: c, title: {en: T, de: U}, target: {topic: "{{locale}}"}, ttl: soon}
        - {id: d, title: T}
      """)
    #expect(reading.campaign?.messages.map(\.id) == ["a", "d"])
    #expect(reading.refused == ["b", "campaign.yml:4", "campaign.yml:5", "c"])
    #expect(
      places(reading) == [
        "campaign.yml:3 configuration.unknown-key", "campaign.yml:4 configuration.missing-key",
        "campaign.yml:5 configuration.type", "campaign.yml:6 configuration.value",
      ])
  }

  @Test(arguments: [
    "defaults: {ttl: soon}\nmessages: [{id: a}, {id: b, ttl: 1h}]", "message: []\nmessages: [{id: a}]",
    "messages: [{id: a/b}]",
  ])
  func whatConcernsAllOfThemCostsThemAll(_ text: String) {
    let reading = read(text)
    #expect(reading.campaign == nil)
    #expect(reading.diagnostics.contains { $0.severity == .error })
  }

  @Test func whatAnEntryGivesTheDefaultsIsItsOwn() {
    let reading = read(
      """
      defaults: {ttl: "{{hours}}h"}
      messages:
        - {id: a, title: T, values: {hours: "4"}}
        - {id: b, title: T, values: {hours: soon}}
      """)
    #expect(reading.campaign?.messages.map(\.id) == ["a"])
    #expect(reading.diagnostics.map(\.subject.keyPath) == ["messages[1].values.hours"])
  }

  @Test func aPlaceholderOfTheDefaultsCostsTheMessagesWithoutItsValue() {
    let reading = read("defaults: {title: \"{{x}}\"}\nmessages: [{id: a}, {id: b, title: T}]")
    #expect(reading.campaign?.messages.map(\.id) == ["b"])
    #expect(reading.refused == ["a"])
  }

  @Test func nobodyKnowsWhichOfTwoHasTheWrongIdentifier() {
    let reading = read("messages: [{id: a, title: T}, {id: b}, {id: A, title: U}]")
    #expect(reading.campaign?.messages.map(\.id) == ["b"])
    #expect(reading.refused == ["a", "A"])
  }

  @Test func aRowWithAnErrorCostsItselfAlone() {
    let reading = read(table: "id,title,ttl\na,T,1h\nb,T,soon\nc,T\n,T,1h\ne,\"T\"x,1h\nf,T,1h\n")
    #expect(reading.campaign?.messages.map(\.id) == ["a", "c", "f"])
    #expect(reading.refused == ["b", "messages.csv:5", "messages.csv:6"])
  }

  @Test func aRowWithoutTargetCostsItselfAlone() {
    let reading = read(table: "id,title,topic,name\na,T,,\nb,Hi {{name}},t,Ada\n", "")
    #expect(reading.campaign?.messages.map(\.id) == ["b"])
    #expect(places(reading) == ["messages.csv:2 campaign.missing-target"])
  }

  @Test(arguments: ["id,titel\na,T\n", "id,title\na,\"T\nb,T\n", "title\nT\n", "id,title,ttl\na,T,soon\n"])
  func whatConcernsTheTableCostsAllOfIt(_ table: String) { #expect(read(table: table).campaign == nil) }

  @Test func aThousandErrorsHaveOneCause() {
    let reading = read(table: "id,ttl\ngood,1h\n" + (0..<1200).map { "m\($0),soon\n" }.joined())
    #expect(reading.campaign == nil)
    #expect(reading.diagnostics.count == 1000)
  }

  /// Faults that depend on campaign.yml are not reported: placeholders, targets, unused columns.
  @Test func aCampaignFileThatCannotBeReadHidesNothingOfTheTable() {
    let reading = read(table: "id,titel,ttl,media\na,{{x}},soon,../a.png\nb,T,,,x\n", "messages: [")
    #expect(reading.campaign == nil)
    #expect(
      places(reading) == [
        "campaign.yml:2 configuration.syntax", "messages.csv:2 configuration.value", "messages.csv:2 campaign.path",
        "messages.csv:3 campaign.table",
      ])
  }

  @Test func aKeyHasItsOwnPlace() throws {
    let text = """
      defaults: {body: B}
      messages:
        - id: a
          title: T
          data:
            from: x
          target:
            topic: t
      """
    let message = try #require(read(text).campaign?.messages.first)
    let request = RequestComposer().compose(message, media: nil)
    #expect(
      request.diagnostics.map { "\($0.subject.line ?? 0) \($0.subject.keyPath ?? "")" } == ["6 messages[0].data.from"])
    let missing = Campaign(messages: [message]).resolve(against: [])
    #expect(missing.diagnostics.isEmpty)
  }
}
