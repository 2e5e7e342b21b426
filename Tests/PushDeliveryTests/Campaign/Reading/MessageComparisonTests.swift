import Findings
import PushDelivery
import TestSupport
import Testing

/// Findings that need all messages of a campaign.
@Suite struct MessageComparisonTests {
  private static let token = String(repeating: "k", count: 22) + ":APA91b" + String(repeating: "x", count: 130)

  private func read(_ text: String, table: String? = nil) -> Checked<Campaign> {
    Campaign.read(text, table: table.map { Array($0.utf8) })
  }

  private func rules(_ text: String, table: String? = nil) -> [String] {
    read(text, table: table).diagnostics.map {
      "\($0.subject.line.map(String.init) ?? "-") \($0.rule) \($0.severity.rawValue)"
    }
  }

  @Test func theSameToTheSameDeviceIsToldOnce() {
    let table =
      "id,title,body,token\na,Rye,Bun,\(Self.token)1\nb,Rye,Bun,\(Self.token)1\nc,Rye,Bun,\(Self.token)2\nd,Oat,Bun,\(Self.token)1\n"
    let found = read("", table: table).diagnostics
    #expect(found.map(\.message) == ["`a` and `b` (lines 2 and 3) say the same to the same device"])
    #expect(found.map(\.subject.line) == [3])
    #expect(
      rules(
        "",
        table:
          "id,title,topic,link\na,Rye bread,t,https://e.example/1\nb,Rye bread,t,https://e.example/2\nc,Rye bread,u,\n")
        == ["3 campaign.repeated-message warning"])
    #expect(
      rules("", table: "id,title,token\na,Rye bread,\(Self.token)1\nb,Rye  Bread ,\(Self.token)1\n")
        == ["3 campaign.repeated-message warning"])
    // Of two orders, or with other pictures, it is not the same.
    #expect(
      rules("", table: "id,title,token,data.order\na,Rye bread,\(Self.token),1\nb,Rye bread,\(Self.token),2\n") == [])
    #expect(rules("", table: "id,title,topic,media\na,Rye bread,t,a.jpg\nb,Rye bread,t,b.jpg\n") == [])
  }

  @Test func theSameToTargetsThatOverlapIsTold() {
    func rules(_ first: String, _ second: String, _ words: String = "Rye bread") -> [String] {
      self.rules(
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
    #expect(rules("defaults: {\(key)}\n" + messages) == ["2 campaign.replaced-message warning"])
    #expect(
      rules("defaults: {\(key)}\n" + messages.replacing("B, target: {topic: t}", with: "B, target: {topic: u}")) == [])
  }

  /// A spreadsheet makes such rows when a cell is dragged down.
  @Test func tokensThatAreCountedUpAreTold() {
    func rules(_ tokens: [String]) -> [String] {
      self.rules(
        "",
        table: "id,title,token\n" + tokens.enumerated().map { "m\($0.offset),T\($0.offset),\($0.element)\n" }.joined())
    }
    #expect(rules((98...101).map { Self.token + "\($0)" }) == ["3 campaign.near-target warning"])
    #expect(rules([Self.token + "Q"] + (7...9).map { Self.token + "0\($0)" }) == ["4 campaign.near-target warning"])
    // Two are chance; other devices have other identifiers, and names in a test are short.
    #expect(rules((1...2).map { Self.token + "\($0)" }) == [])
    #expect(rules([1, 5, 9].map { Self.token + "\($0)" }) == [])
    #expect(rules((10...20).map { "a\($0)" + Self.token.dropFirst(3) + "\($0)" }) == [])
    #expect(rules((1...9).map { "device-\($0)" }) == [])
    // The largest number has no next one.
    #expect(rules(["\(Int.max)", "1", "3"].map { Self.token + $0 }) == [])
  }

  /// Each subscriber would get another person's data.
  @Test func valuesOfSinglePeopleNeverGoToOneTopic() {
    let campaign = """
      defaults: {title: "{{name}}, your order {{order}} is ready", target: {topic: all-customers}}
      """
    let table = "id,name,order\na,Ada,1\nb,Bo,2\n"
    let checked = read(campaign, table: table)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.rule) == ["campaign.personal-topic"])
    #expect(
      checked.diagnostics.first?.message.hasPrefix(
        "2 messages that are filled in for single people go to `all-customers`") == true)
    // A product has a name, a topic may be one person's, and tokens are.
    #expect(
      rules("defaults: {title: \"{{name}} is back\", target: {topic: news}}", table: "id,name\na,Rye\nb,Buns\n") == [])
    #expect(rules("defaults: {title: \"{{order}}\"}", table: "id,order,topic\na,1,user-1\nb,2,user-2\n") == [])
    #expect(
      rules("defaults: {title: \"{{order}}\"}", table: "id,order,token\na,1,\(Self.token)1\nb,2,\(Self.token)2\n") == []
    )
  }

  /// A mail merge made such rows, and the column of tokens was lost.
  @Test func namesThatAreWrittenOutAreTold() {
    func table(_ target: String, _ titles: [String]) -> String {
      "id,title,body,\(target)\n"
        + titles.enumerated().map { "m\($0.offset),\"\($0.element)\",Order \($0.offset),a\n" }.joined()
    }
    let names = ["Hi Anna, it is ready", "Hi Bo, it is ready", "Hi Carl, it is ready"]
    #expect(rules("", table: table("topic", names)) == ["2 campaign.personal-topic warning"])
    #expect(rules("", table: table("topic", Array(names.prefix(2)))) == [])
    // Cells of tokens that were filled down.
    #expect(rules("", table: table("token", names)) == ["2 campaign.near-target warning"])
    #expect(rules("", table: table("token", Array(names.prefix(2)))) == [])
    #expect(
      rules("", table: table("topic", ["Hello Spring: tulips", "Hello Summer: roses", "Hello Autumn: asters"])) == [])
    #expect(
      rules("", table: table("topic", ["Beste Brood in Gent", "Beste Taart in Gent", "Beste Koek in Gent"])) == [])
    #expect(rules("", table: table("topic", ["Hi there, rye", "Hi there, buns", "Hi there, cake"])) == [])
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
    let found = read(campaign, table: "id,locale,name\na,en,Ada\nb,de,\nc,fr,\n").diagnostics
      .filter { $0.rule == "campaign.fallback" }
    #expect(
      found.map(\.message) == [
        "by fallback: 2 messages with `friend` for `{{name}}`, whose cell is empty",
        "by fallback: 1 message in fr with the texts of en",
      ])
    #expect(found.map(\.subject.line) == [3, 4] && found.allSatisfy { $0.severity == .note })
    #expect(rules(campaign, table: "id,locale,name\na,en,Ada\nb,de,Bo\n") == [])
  }

  @Test func aNumberOfOnePersonIsNotForAll() {
    func found(_ title: String, to target: String = "topic") -> [String] {
      rules("", table: "id,title,\(target)\nm,\"\(title)\",a\n")
    }
    for title in ["Your order 20481 is ready", "Ihre Bestellung Nr. 48121 ist da", "Your code is 483920"] {
      #expect(found(title) == ["2 campaign.personal-topic warning"], "\(title)")
      #expect(found(title, to: "token") == [])
    }
    for title in ["Your order in 2026", "Your order: 2 for 1", "Order 1000 points", "Your code: SAVE10"] {
      #expect(found(title) == [], "\(title)")
    }
  }

  @Test func aRowWithSumsIsNoMessage() {
    #expect(rules("", table: "id,title,topic\nm,Rye,t\nTotal,1,t\n") == ["3 message.draft warning"])
    #expect(rules("", table: "id,title,topic\ntotal-sale,Rye,t\n") == [])
  }

  @Test func bothArmsOfATestToTheSamePeopleAreTold() {
    func found(_ rows: String...) -> [String] {
      rules("", table: "id,title,topic,link\n" + rows.map { $0 + "\n" }.joined())
    }
    let first = "sale-a,Rye bread,t,https://www.e-bakery.com/rye"
    #expect(
      found(first, "sale-b,The rye is out,t,https://www.e-bakery.com/rye") == ["3 campaign.shared-target warning"])
    #expect(found(first, "sale-b,The rye is out,u,https://www.e-bakery.com/rye") == [])
    #expect(found(first, "sale-b,Oat bread,t,https://www.e-bakery.com/oat") == [])
    #expect(found("sale-a,Rye bread,t,", "sale-b,Oat bread,t,") == [])
  }

  @Test func aTopicThatBecameADateIsTold() {
    func found(_ topic: String) -> [String] { rules("", table: "id,title,topic\nm,Rye,\(topic)\n") }
    for topic in ["01-Mar", "Mar-26", "5-Okt"] {
      #expect(found(topic) == ["2 campaign.near-target warning"], "\(topic)")
    }
    for topic in ["week-48", "Mar-a-Lago", "mar-1", "2026-03"] { #expect(found(topic) == [], "\(topic)") }
  }

  @Test func aSlipAtAHostsEndIsTold() {
    func found(_ hosts: String...) -> [String] {
      rules(
        "",
        table: "id,title,topic,link\n"
          + hosts.enumerated().map { "m\($0.offset),T\($0.offset),t\($0.offset),https://www.\($0.element)/\n" }.joined()
      )
    }
    #expect(found("e-bakery.com", "e-bakery.com", "e-bakery.co") == ["4 campaign.near-target warning"])
    #expect(found("e-bakery.com", "e-bakery.com", "e-bakery.de") == [])
    #expect(found("e-bakery.com", "e-bakery.co") == [])
  }

  @Test func aNameThatDiffersInOneLetterFromManyIsToldOnce() {
    func table(_ topics: [String]) -> String {
      "id,title,topic\n" + topics.enumerated().map { "m\($0.offset),T\($0.offset),\($0.element)\n" }.joined()
    }
    let many = Array(repeating: "bread", count: 11)
    #expect(rules("", table: table(many + ["braed"])) == ["13 campaign.near-target warning"])
    #expect(
      rules("", table: table(Array(repeating: "fans", count: 6) + ["Fans"])) == ["8 campaign.near-target warning"])
    #expect(
      rules("", table: table(Array(repeating: "all-customers", count: 6) + ["all_customers"]))
        == ["8 campaign.near-target warning"])
    #expect(rules("", table: table(["bread", "default"])) == ["3 campaign.near-target warning"])
    #expect(rules("", table: table(many + ["bread-2", "shop-bread"])) == [])
    #expect(rules("", table: table(Array(repeating: "news-de", count: 9) + ["news-da"])) == [])
    #expect(rules("", table: table(Array(repeating: "store-12", count: 9) + ["store-13"])) == [])
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
}
