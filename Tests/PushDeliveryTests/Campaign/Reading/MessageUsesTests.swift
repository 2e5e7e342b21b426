import Findings
import PushDelivery
import TestSupport
import Testing

/// Findings that need all messages of a campaign.
@Suite struct MessageUsesTests {
  private static let token = String(repeating: "k", count: 22) + ":APA91b" + String(repeating: "x", count: 130)

  /// Rows below a first row that names the columns, and what is told of them.
  struct Table: Sendable, CustomTestStringConvertible {
    let columns: String
    let rows: [String]
    let told: [String]
    var campaign = ""

    init(_ columns: String, _ rows: [String], _ told: [String] = [], campaign: String = "") {
      (self.columns, self.rows, self.told, self.campaign) = (columns, rows, told, campaign)
    }

    var testDescription: String { "\(columns) \(rows.prefix(2)) \(told)" }

    var text: String { "id,\(columns)\n" + rows.map { $0 + "\n" }.joined() }
  }

  private static func read(_ text: String, table: String? = nil) -> Checked<Campaign> {
    Campaign.read(text, table: table.map { Array($0.utf8) })
  }

  private static func rules(_ text: String, table: String? = nil) -> [String] {
    read(text, table: table).diagnostics.map {
      "\($0.subject.line.map(String.init) ?? "-") \($0.rule) \($0.severity.rawValue)"
    }
  }

  @Test(arguments: repeats + tokens + people + names + links) func rowsAreToldOrNot(_ table: Table) {
    #expect(Self.rules(table.campaign, table: table.text) == table.told)
  }

  private static let repeats = [
    Table(
      "title,topic,link",
      ["a,Rye bread,t,https://e.example/1", "b,Rye bread,t,https://e.example/2", "c,Rye bread,u,"],
      ["3 campaign.repeated-message warning"]),
    Table(
      "title,token", ["a,Rye bread,\(token)1", "b,Rye  Bread ,\(token)1"], ["3 campaign.repeated-message warning"]),
    // Of two orders, or with other pictures, it is not the same.
    Table("title,token,data.order", ["a,Rye bread,\(token),1", "b,Rye bread,\(token),2"]),
    Table("title,topic,media", ["a,Rye bread,t,a.jpg", "b,Rye bread,t,b.jpg"]),
    arms("sale-b,The rye is out,t,https://www.e-bakery.com/rye", ["3 campaign.shared-target warning"]),
    arms("sale-b,The rye is out,u,https://www.e-bakery.com/rye"),
    arms("sale-b,Oat bread,t,https://www.e-bakery.com/oat"),
    Table("title,topic,link", ["sale-a,Rye bread,t,", "sale-b,Oat bread,t,"]),
  ]

  /// Both arms of a test to the same people.
  private static func arms(_ other: String, _ told: [String] = []) -> Table {
    Table("title,topic,link", ["sale-a,Rye bread,t,https://www.e-bakery.com/rye", other], told)
  }

  private static func devices(_ tokens: [String]) -> [String] {
    tokens.enumerated().map { "m\($0.offset),T\($0.offset),\($0.element)" }
  }

  /// A spreadsheet makes such rows when a cell is dragged down.
  private static let tokens = [
    Table("title,token", devices((98...101).map { token + "\($0)" }), ["3 campaign.near-target warning"]),
    Table(
      "title,token", devices([token + "Q"] + (7...9).map { token + "0\($0)" }), ["4 campaign.near-target warning"]),
    // Two are chance; other devices have other identifiers, and names in a test are short.
    Table("title,token", devices((1...2).map { token + "\($0)" })),
    Table("title,token", devices([1, 5, 9].map { token + "\($0)" })),
    Table("title,token", devices((10...20).map { "a\($0)" + token.dropFirst(3) + "\($0)" })),
    Table("title,token", devices((1...9).map { "device-\($0)" })),
    // The largest number has no next one.
    Table("title,token", devices(["\(Int.max)", "1", "3"].map { token + $0 })),
  ]

  private static func titles(_ titles: String...) -> [String] {
    titles.enumerated().map { "m\($0.offset),\"\($0.element)\",Order \($0.offset),a" }
  }

  private static let greetings = titles("Hi Anna, it is ready", "Hi Bo, it is ready", "Hi Carl, it is ready")

  /// A product has a name, a topic may be one person's, and tokens are. A mail merge writes names out, and the column of tokens may be lost.
  private static let people = [
    Table("name", ["a,Rye", "b,Buns"], campaign: "defaults: {title: \"{{name}} is back\", target: {topic: news}}"),
    Table("order,topic", ["a,1,user-1", "b,2,user-2"], campaign: "defaults: {title: \"{{order}}\"}"),
    Table("order,token", ["a,1,\(token)1", "b,2,\(token)2"], campaign: "defaults: {title: \"{{order}}\"}"),
    Table("title,body,topic", greetings, ["2 campaign.personal-topic warning"]),
    Table("title,body,topic", Array(greetings.prefix(2))),
    Table("title,body,token", greetings, ["2 campaign.near-target warning"]),
    Table("title,body,token", Array(greetings.prefix(2))),
    Table(
      "title,body,topic", titles("Hello Spring: tulips", "Hello Summer: roses", "Hello Autumn: asters")),
    Table("title,body,topic", titles("Beste Brood in Gent", "Beste Taart in Gent", "Beste Koek in Gent")),
    Table("title,body,topic", titles("Hi there, rye", "Hi there, buns", "Hi there, cake")),
  ]

  private static func topics(_ topics: [String]) -> [String] {
    topics.enumerated().map { "m\($0.offset),T\($0.offset),\($0.element)" }
  }

  private static func hosts(_ hosts: String...) -> [String] {
    hosts.enumerated().map { "m\($0.offset),T\($0.offset),t\($0.offset),https://www.\($0.element)/" }
  }

  private static func many(_ name: String, _ count: Int, _ others: String...) -> [String] {
    topics(Array(repeating: name, count: count) + others)
  }

  private static let names = [
    Table("title,topic", ["m,Rye,t", "Total,1,t"], ["3 message.draft warning"]),
    Table("title,topic", ["total-sale,Rye,t"]),
    Table("title,topic,link", hosts("e-bakery.com", "e-bakery.com", "e-bakery.co"), ["4 campaign.near-target warning"]),
    Table("title,topic,link", hosts("e-bakery.com", "e-bakery.com", "e-bakery.de")),
    Table("title,topic,link", hosts("e-bakery.com", "e-bakery.co")),
    Table("title,topic", many("bread", 11, "braed"), ["13 campaign.near-target warning"]),
    Table("title,topic", many("fans", 6, "Fans"), ["8 campaign.near-target warning"]),
    Table("title,topic", many("all-customers", 6, "all_customers"), ["8 campaign.near-target warning"]),
    Table("title,topic", topics(["bread", "default"]), ["3 campaign.near-target warning"]),
    Table("title,topic", many("bread", 11, "bread-2", "shop-bread")),
    Table("title,topic", many("news-de", 9, "news-da")), Table("title,topic", many("store-12", 9, "store-13")),
    Table(
      "title,body,topic",
      ["Rye", "", "Oat", "Bun", "Roll", "Loaf"].enumerated().map { "m\($0),\($1),Warm \($0),t\($0)" },
      ["3 campaign.near-target warning"]),
  ]

  private static func pages(_ rows: KeyValuePairs<String, String>, _ told: [String] = []) -> Table {
    let rows = rows.enumerated().map { row in
      "m\(row.offset),\(row.element.key),t\(row.offset),https://e.example/\(row.element.value)"
    }
    return Table("title,topic,link", rows, told)
  }

  /// Links of other messages. One page may be for several, and titles need not name what they lead to.
  private static let links = [
    pages(
      ["Oak table": "wool-rug", "Wool rug": "oak-table", "Brass lamp": "brass-lamp"],
      ["2 campaign.near-target warning", "3 campaign.near-target warning"]),
    pages(
      [
        "Oak table": "oak-table", "Wool rug": "oak-table", "Brass lamp": "brass-lamp", "Clay bowl": "clay-bowl",
        "Glass vase": "glass-vase", "Linen sheet": "linen-sheet",
      ], ["3 campaign.near-target warning"]),
    pages(["Summer sale starts": "summer-sale", "Only hours left": "summer-sale", "New shoes": "new-shoes"]),
    pages(["Oak table": "sale", "Wool rug": "sale", "Brass lamp": "brass-lamp"]),
    pages(["Oak table": "oak-table", "Ends tonight": "oak-table", "Warm light": "brass-lamp"]),
    // One names the campaign of last year. The steps of a plan are no years.
    pages(campaigns("2026-v49", "2025-v49", "2026-v49", "2026-v49"), ["3 campaign.near-target warning"]),
    pages(campaigns("2026-v49", "2025-v49", "2026-v49")), pages(campaigns("day-2", "day-1", "day-2", "day-2")),
  ]

  private static func campaigns(
    _ first: String, _ second: String, _ third: String, _ fourth: String? = nil
  ) -> KeyValuePairs<String, String> {
    let page = "x?utm_campaign="
    guard let fourth else { return ["Rye": page + first, "Oat": page + second, "Bun": page + third] }
    return ["Rye": page + first, "Oat": page + second, "Bun": page + third, "Roll": page + fourth]
  }

  @Test func entriesOfCampaignYMLAreComparedToo() {
    let messages = (98...101).map { "  - {id: m\($0), title: T\($0), target: {token: \"\(Self.token)\($0)\"}}\n" }
    #expect(Self.rules("messages:\n" + messages.joined()) == ["3 campaign.near-target warning"])
  }

  @Test func theSameToTheSameDeviceIsToldOnce() {
    let table =
      "id,title,body,token\na,Rye,Bun,\(Self.token)1\nb,Rye,Bun,\(Self.token)1\nc,Rye,Bun,\(Self.token)2\nd,Oat,Bun,\(Self.token)1\n"
    let found = Self.read("", table: table).diagnostics
    #expect(found.map(\.message) == ["`a` and `b` (lines 2 and 3) say the same to the same device"])
    #expect(found.map(\.subject.line) == [3])
  }

  @Test func theSameToTargetsThatOverlapIsTold() {
    func rules(_ first: String, _ second: String, _ words: String = "Rye bread") -> [String] {
      Self.rules(
        "messages:\n  - {id: a, title: Rye bread, target: \(first)}\n  - {id: b, title: \(words), target: \(second)}")
    }
    let told = ["3 campaign.repeated-message warning"]
    let either = "{condition: \"'a' in topics || 'b' in topics\"}"
    #expect(rules("{topic: a}", either) == told && rules(either, "{topic: b}") == told)
    #expect(rules("{topic: a}", "{condition: \"'a' in topics && 'b' in topics\"}") == told)
    #expect(rules(either, "{condition: \"'b' in topics || 'c' in topics\"}") == told)
    #expect(rules("{topic: a}", "{condition: \"'b' in topics && !('a' in topics)\"}") == [])
    #expect(rules("{topic: c}", either) == [] && rules("{topic: a}", either, "Oat bread") == [])
    #expect(
      rules("{condition: \"'a' in topics && 'b' in topics\"}", "{condition: \"'a' in topics && 'c' in topics\"}") == [])
  }

  @Test(arguments: [
    "collapse-key: k", "android: {notification: {tag: k}}", "apns: {headers: {apns-collapse-id: k}}",
    "webpush: {notification: {tag: k}}",
  ]) func oneReplacesTheOther(_ key: String) {
    let messages = "messages: [{id: a, title: A, target: {topic: t}}, {id: b, title: B, target: {topic: t}}]"
    #expect(Self.rules("defaults: {\(key)}\n" + messages) == ["2 campaign.replaced-message warning"])
    let others = messages.replacing("B, target: {topic: t}", with: "B, target: {topic: u}")
    #expect(Self.rules("defaults: {\(key)}\n" + others) == [])
  }

  /// Each subscriber would get another person's data.
  @Test func valuesOfSinglePeopleNeverGoToOneTopic() {
    let campaign = """
      defaults: {title: "{{name}}, your order {{order}} is ready", target: {topic: all-customers}}
      """
    let checked = Self.read(campaign, table: "id,name,order\na,Ada,1\nb,Bo,2\n")
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.rule) == ["campaign.personal-topic"])
    #expect(
      checked.diagnostics.first?.message.hasPrefix(
        "2 messages that are filled in for single people go to `all-customers`") == true)
  }

  /// The summary has them.
  @Test func fillingsByFallbackAreCounted() {
    let campaign = """
      defaults:
        title: {en: "Hello {{name}}", de: "Hallo {{name}}"}
        target: {topic: "{{locale}}"}
      values: {name: friend}
      locales: {fallback: en}
      messages: messages.csv
      """
    let found = Self.read(campaign, table: "id,locale,name\na,en,Ada\nb,de,\nc,fr,\n").diagnostics
      .filter { $0.rule == "campaign.fallback" }
    #expect(
      found.map(\.message) == [
        "by fallback: 2 messages with `friend` for `{{name}}`, whose cell is empty",
        "by fallback: 1 message in fr with the texts of en",
      ])
    #expect(found.map(\.subject.line) == [3, 4] && found.allSatisfy { $0.severity == .note })
    #expect(Self.rules(campaign, table: "id,locale,name\na,en,Ada\nb,de,Bo\n") == [])
  }

  @Test(arguments: [
    ("Your order 20481 is ready", true), ("Ihre Bestellung Nr. 48121 ist da", true), ("Your code is 483920", true),
    ("Your order in 2026", false), ("Your order: 2 for 1", false), ("Order 1000 points", false),
    ("Your code: SAVE10", false),
  ]) func aNumberOfOnePersonIsNotForAll(_ title: String, isTold: Bool) {
    let rules = { (target: String) in Self.rules("", table: "id,title,\(target)\nm,\"\(title)\",a\n") }
    #expect(rules("topic") == (isTold ? ["2 campaign.personal-topic warning"] : []))
    #expect(rules("token") == [])
  }

  @Test(arguments: [
    "01-Mar": true, "Mar-26": true, "5-Okt": true, "week-48": false, "Mar-a-Lago": false, "mar-1": false,
    "2026-03": false,
  ]) func aTopicThatBecameADateIsTold(_ topic: String, isTold: Bool) {
    #expect(
      Self.rules("", table: "id,title,topic\nm,Rye,\(topic)\n") == (isTold ? ["2 campaign.near-target warning"] : []))
  }
}

/// Invalid languages, and words, pictures and topics of other languages.
@Suite struct LanguageUsesTests {
  private func messages(_ text: String) -> [String] {
    Campaign.read("messages: [{id: a, \(text)}]").diagnostics.map(\.message)
  }

  @Test(arguments: ["jp": "ja", "cz": "cs", "se": "sv", "ger": "de", "en-UK": "en-GB"])
  func aCountryIsNoLanguage(_ tag: String, meant: String) {
    let found = Campaign.read("messages: [{id: a, title: {\(tag): T}, target: {topic: t}}]").diagnostics
    #expect(found.map(\.rule) == ["campaign.language"] && found.first?.severity == .warning)
    #expect(found.first?.remedy == "write `\(meant)`")
  }

  @Test(arguments: ["no", "zh-TW", "pt-BR", "iw", "in", "es-419", "sr-Latn", "fil", "yue"])
  func languagesAreTaken(_ tag: String) {
    let text = tag.hasPrefix("zh") || tag == "yue" ? "下午茶" : tag == "iw" ? "שלום" : "Te"
    #expect(messages("title: {\(tag): \(text)}, target: {topic: t}") == [])
  }

  @Test func lettersOfAnotherLanguage() {
    #expect(
      messages("title: {en: Свежий хлеб}, target: {topic: t}") == [
        "the text under `en` is in Cyrillic letters, and English is not written in them"
      ])
    #expect(messages("title: {ru: \"iPhone 15: новинка\"}, target: {topic: t}") == [])
    #expect(messages("title: {ja: 焼きたてパン20%OFF}, target: {topic: t}") == [])
  }

  @Test(arguments: [
    ("en", "Fresh bread this morning, still warm until noon", "de"),
    ("de", "Heute früh gebacken, noch warm bis zum Mittag", "en"),
    ("fr", "Du pain frais pour vous, encore chaud jusqu'à midi", "es"),
    ("es", "Pan recién hecho para usted, hoy hasta el mediodía", "pt-BR"),
    ("it", "Il pane è ancora caldo, solo oggi per voi", "fr"),
    ("nl", "Vers brood voor jou, nog warm tot de middag", "de"),
    ("sv", "Färskt bröd till dig, ännu varmt när du kommer och hämtar", "nb"),
    ("pl", "Tylko dziś dla ciebie, już od rana", "cs"),
  ]) func wordsOfAnotherLanguage(_ right: String, _ text: String, _ wrong: String) {
    func message(_ tag: String) -> String { "title: {\(tag): \"\(text)\"}, target: {topic: t}" }
    #expect(messages(message(right)) == [])
    #expect(messages(message(wrong)).count == 1 && messages(message(wrong))[0].contains(" by its words, and not in "))
  }

  @Test func languagesInEachOthersPlace() {
    let target = "target: {topic: \"t-{{locale}}\"}"
    let told = [
      "the text under `de` is in English by its words, and not in German",
      "the text under `en` is in German by its words, and not in English",
    ]
    #expect(messages("title: {de: Your bread today, en: Ihr Brot heute}, \(target)") == told)
    // Only the titles.
    let body = "body: {de: Nur bis zum Mittag, en: Only until noon}"
    #expect(messages("title: {de: Your bread today, en: Ihr Brot heute}, \(body), \(target)") == told)
    #expect(messages("title: {de: Ihr Brot heute, en: Your bread today}, \(body), \(target)") == [])
  }

  /// Names, titles of works, slogans, and texts that are another language's by fallback.
  @Test(arguments: [
    "title: {de: What We Do in the Shadows}, body: {de: Staffel 2}", "title: {de: The Voice of Germany}",
    "title: {de: \"Lord of the Rings: die Ausstellung\"}, body: {de: Jetzt ist sie wieder da}",
    "title: {de: Back to School}, body: {de: -50 %}", "title: {en: Der Ring des Nibelungen}, body: {en: At the opera}",
    "title: {fr: The show must go on}, body: {fr: C'est ce soir}", "title: {nl: Made in Italy}",
    "title: {da: Og så er det jul}",
    "title: {ca: Pa acabat de fer per a tu}", "title: {nb: Nå er det jul igjen}",
  ]) func wordsThatMayStandUnderALanguage(_ texts: String) { #expect(messages(texts + ", target: {topic: t}") == []) }

  @Test func aBodyThatWasNotTranslatedIsTold() {
    let words = "title: {en: Rye, de: Roggen}, target: {topic: \"t-{{locale}}\"}"
    let body = "Only until noon, and then it is over"
    #expect(
      messages("body: {en: \"\(body)\", de: \"\(body)\"}, " + words)
        == ["the text under `de` is the English one, not translated"])
    #expect(messages("body: {en: \"\(body)\", de: Nur bis zum Mittag}, " + words) == [])
  }

  @Test func linksToPagesOfAnotherLanguageAreTold() {
    func found(_ german: String...) -> [String] {
      let rows = german.enumerated().map { number, link in
        "m\(number),Rye,Roggen,t\(number)-en,t\(number)-de,https://www.e-bakery.com/en/\(number),https://www.e-bakery.com/\(link)\n"
      }
      let table = "id,title.en,title.de,topic.en,topic.de,link.en,link.de\n" + rows.joined()
      return Campaign.read("", table: Array(table.utf8)).diagnostics.map(\.message)
    }
    #expect(found("de/1", "en/2") == ["the link under `de` leads to /en/, and others of it to /de/"])
    #expect(found("de/1", "de/2") == [])
    // One page for all.
    #expect(found("en/1", "en/2") == [])
  }

  @Test func textsByFallbackAreNotJudged() {
    let campaign = """
      locales: {fallback: en, list: [en, de]}
      messages: [{id: a, title: {en: Your bread is here for you today}, target: {topic: "t-{{locale}}"}}]
      """
    #expect(Campaign.read(campaign).diagnostics.map(\.rule) == ["campaign.fallback"])
  }

  @Test func picturesAndTopicsOfAnotherLanguage() {
    #expect(
      messages("media: {en: b-de.jpg, de: b-en.jpg}, title: {en: Fresh, de: Frisch}, target: {topic: \"t-{{locale}}\"}")
        == [
          "`b-de.jpg` stands under `en`, and its name says `de`",
          "`b-en.jpg` stands under `de`, and its name says `en`",
        ])
    #expect(
      messages("title: {en: Fresh, de: Frisch}, target: {topic: {en: bread-de, de: bread-en}}").count == 2)
    // One picture for all, and a word that only looks like a language.
    let target = "title: {en: Fresh, de: Frisch}, target: {topic: \"t-{{locale}}\"}"
    #expect(messages("media: b-en.jpg, " + target) == [])
    #expect(messages("media: {en: hero-de-luxe.jpg, de: held.jpg}, " + target) == [])
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
    let counts = tables.map { table in
      Campaign.read("", table: Array(table.utf8)).diagnostics.count { $0.rule == Incident.campaignLanguage.id }
    }
    #expect(counts == [1, 1, 1, 1, 0])
  }
}
