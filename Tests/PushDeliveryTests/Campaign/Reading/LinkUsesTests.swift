import Findings
import PushDelivery
import Testing

/// Links, titles and numbers that do not go with those of the other messages.
@Suite struct LinkUsesTests {
  private func read(_ text: String, table: String) -> Checked<Campaign> {
    Campaign.read(text, table: Array(table.utf8))
  }

  private func rules(_ text: String, table: String) -> [String] {
    read(text, table: table).diagnostics.map {
      "\($0.subject.line.map(String.init) ?? "-") \($0.rule) \($0.severity.rawValue)"
    }
  }

  private static func table(_ rows: (title: String, link: String)...) -> String {
    "id,title,topic,link\n"
      + rows.enumerated().map {
        "m\($0.offset),\($0.element.title),t\($0.offset),https://e.example/\($0.element.link)\n"
      }.joined()
  }

  @Test func aLinkOfAnotherMessageIsTold() {
    let tables = [
      Self.table(("Oak table", "wool-rug"), ("Wool rug", "oak-table"), ("Brass lamp", "brass-lamp")),
      Self.table(
        ("Oak table", "oak-table"), ("Wool rug", "oak-table"), ("Brass lamp", "brass-lamp"), ("Clay bowl", "clay-bowl"),
        ("Glass vase", "glass-vase"), ("Linen sheet", "linen-sheet")),
    ]
    #expect(
      tables.map { rules("", table: $0) } == [
        ["2 campaign.near-target warning", "3 campaign.near-target warning"], ["3 campaign.near-target warning"],
      ])
    // One page for several, and titles that do not name what they lead to.
    let good = [
      Self.table(("Summer sale starts", "summer-sale"), ("Only hours left", "summer-sale"), ("New shoes", "new-shoes")),
      Self.table(("Oak table", "sale"), ("Wool rug", "sale"), ("Brass lamp", "brass-lamp")),
      Self.table(("Oak table", "oak-table"), ("Ends tonight", "oak-table"), ("Warm light", "brass-lamp")),
    ]
    #expect(good.map { rules("", table: $0) } == [[], [], []])
  }

  @Test func aLinkOfAnEarlierCampaignIsTold() {
    let names = ["2026-v49", "2025-v49", "2026-v49", "2026-v49"].map { "x?utm_campaign=\($0)" }
    #expect(
      rules("", table: Self.table(("Rye", names[0]), ("Oat", names[1]), ("Bun", names[2]), ("Roll", names[3])))
        == ["3 campaign.near-target warning"])
    #expect(rules("", table: Self.table(("Rye", names[0]), ("Oat", names[1]), ("Bun", names[2]))) == [])
  }

  @Test func oneOfManyWithoutATitleIsTold() {
    let rows = ["Rye", "", "Oat", "Bun", "Roll", "Loaf"].enumerated().map { "m\($0),\($1),Warm \($0),t\($0)\n" }
    #expect(rules("", table: "id,title,body,topic\n" + rows.joined()) == ["3 campaign.near-target warning"])
  }

  @Test func numbersAndTitlesOfAnotherLanguageAreTold() {
    let head = "id,title.en,title.de,body.en,body.de,topic.en,topic.de\n"
    let row = { (title: String, english: String, german: String) in
      head + "a,Save on the night train,\(title),\"\(english)\",\"\(german)\",en,de\n"
    }
    let tables = [
      row("Sparen im Nachtzug", "Only €1.299,00 now", "Nur 1.299,00 €"),
      row("Sparen im Nachtzug", "Only €1,299.00 now", "Nur 1,299.00 €"),
      row("Save on the night train", "Berths for less", "Liegeplätze ab jetzt"),
      row("Sparen im Nachtzug", "今日から始まります", "Liegeplätze ab jetzt"),
      row("Sparen im Nachtzug", "Only €1,299.00 now", "Nur 1.299,00 €"),
    ]
    let counts = tables.map { read("", table: $0).diagnostics.count { $0.rule == Incident.campaignLanguage.id } }
    #expect(counts == [1, 1, 1, 1, 0])
  }
}
