import Findings
import PushDelivery
import TestSupport
import Testing

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
    ("zh-TW", "周末特惠开始了，欢迎选购", "simplified"), ("zh-Hant", "周末特惠开始了，欢迎选购", "simplified"),
    ("zh-CN", "週末特惠開始了，歡迎選購", "traditional"), ("zh-Hans-HK", "週末特惠開始了，歡迎選購", "traditional"),
  ]) func signsOfAnotherCountry(_ tag: String, _ text: String, _ signs: String) {
    #expect(
      messages("title: {\(tag): \(text)}, target: {topic: t}") == [
        "the text under `\(tag)` is in \(signs) Chinese letters, and `\(tag)` is not written in them"
      ])
  }

  @Test(arguments: [
    ("zh", "周末特惠开始了，欢迎选购"), ("zh-CN", "周末特惠开始了，欢迎选购"), ("zh-SG", "周末特惠开始了，欢迎选购"),
    ("zh-TW", "週末特惠開始了，歡迎選購"), ("zh-HK", "「学为」書店週末特惠開始"), ("ja", "国の学校の会"),
  ]) func signsOfTheCountryAreTaken(_ tag: String, _ text: String) {
    #expect(messages("title: {\(tag): \(text)}, target: {topic: t}") == [])
  }

  @Test func aPercentageThatDiffersFromThoseOfOtherLanguages() {
    func found(_ titles: String) -> [String] { messages("title: {\(titles)}, target: {topic: \"t-{{locale}}\"}") }
    #expect(
      found("en: \"20% off\", de: 25 % auf alles, fr: 20 % sur tout") == [
        "the text under `de` has 25 %, and those of the other languages have 20 %"
      ])
    #expect(found("en: \"20% off\", de: 20 % auf alles, tr: \"%20 indirim\"") == [])
    // Two countries may have an offer each, and one text may have two.
    #expect(found("en: \"20% off\", de: 25 % auf alles") == [])
    #expect(found("en: \"20% off\", de: 20 oder 25 % und 10 %, fr: 20 % sur tout") == [])
    #expect(found("en: \"20% off\", de: 25 % auf alles, fr: 30 % sur tout") == [])
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
    "title: {da: Og så er det jul}", "title: {ca: Pa acabat de fer per a tu}", "title: {nb: Nå er det jul igjen}",
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
    let links = "link: {en: \"https://e-bakery.com/de/rye\", de: \"https://e-bakery.com/en/rye\"}"
    #expect(
      messages("\(links), title: {en: Rye, de: Roggen}, target: {topic: \"t-{{locale}}\"}") == [
        "the link under `en` leads to /de/, and the one under `de` to /en/",
        "the link under `de` leads to /en/, and the one under `en` to /de/",
      ])
    // What people learn there.
    for titles in ["en: Learn German, de: Englisch lernen", "en: Your new course, de: Ihr neuer Kurs"] {
      #expect(messages("\(links), title: {\(titles)}, target: {topic: \"t-{{locale}}\"}") == [])
    }
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
    #expect(messages("title: {en: Fresh, de: Frisch}, target: {topic: {en: bread-de, de: bread-en}}").count == 2)
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
