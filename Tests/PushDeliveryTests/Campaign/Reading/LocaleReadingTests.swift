import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct LocaleReadingTests {
  @Test func oneMessageForEachLanguage() throws {
    let text = """
      locales: {fallback: en}
      values: {shop: {en: the shop, de: der Laden}}
      messages:
        - id: sale
          media: {ios: {en: en.mp4, de: de.mp4}, android: poster.jpg}
          title: {en: Sale, de: Schlussverkauf, de-AT: Ausverkauf}
          body: {en: "In {{shop}}", de: "Jetzt: {{shop}}"}
          data: {lang: "{{locale}}", page: {en: /sale, de: /aktion}}
          target: {topic: "news-{{locale}}"}
        - {id: plain, title: Plain, target: {topic: all}}
      """
    let checked = Campaign.read(text)
    #expect(
      checked.lines == [
        "sale.en news-en Sale", "sale.de news-de Schlussverkauf", "sale.de-AT news-de-AT Ausverkauf", "plain all Plain",
      ])
    let messages = try #require(checked.value?.messages)
    #expect(messages.map(\.locale) == ["en", "de", "de-AT", nil])
    #expect(messages.map(\.body) == ["In the shop", "Jetzt: der Laden", "Jetzt: der Laden", nil])
    #expect(messages.map { $0.media[.ios] } == ["en.mp4", "de.mp4", "de.mp4", nil])
    #expect(messages.map { $0.options.data["page"] } == ["/sale", "/aktion", "/aktion", nil])
    #expect(messages.map { $0.options.data["lang"] } == ["en", "de", "de-AT", nil])
  }

  @Test(arguments: [
    ("{topic: {en: a, de: b}}", ["a.en a T", "a.de b S"]),
    ("{en: {topic: a}, de: {fid: b}}", ["a.en a T", "a.de b S"]),
    (#"{condition: "'{{locale}}' in topics"}"#, ["a.en 'en' in topics T", "a.de 'de' in topics S"]),
    (
      "[{topic: {en: a, de: b}}, {topic: \"c-{{locale}}\"}]",
      ["a.en.1 a T", "a.en.2 c-en T", "a.de.1 b S", "a.de.2 c-de S"]
    ),
  ])
  func targetsMayHaveLanguages(_ target: String, _ lines: [String]) {
    #expect(readMessage("title: {en: T, de: S}", target: target).lines == lines)
  }

  @Test func theFallbackStandsInAndIsNoLanguageOfItsOwn() {
    let checked = readMessage(
      "title: {en: T}, body: {de: B, en: C}", target: "{topic: \"t-{{locale}}\"}", top: "locales: {fallback: en}")
    #expect(checked.lines == ["a.en t-en T", "a.de t-de T"])
  }

  @Test func aListNamesTheLanguages() {
    let top = "locales: {fallback: en, list: [de, fr]}"
    #expect(
      readMessage("title: {en: T, de: S}", target: "{topic: \"t-{{locale}}\"}", top: top).lines == [
        "a.de t-de S", "a.fr t-fr T",
      ])
    #expect(
      readMessage("title: T", target: "{topic: \"t-{{locale}}\"}", top: top).lines == ["a.de t-de T", "a.fr t-fr T"])
    #expect(readMessage("title: T", top: top).lines == ["a t T"])
    #expect(
      readMessage("title: {en: T, de: S, it: U}", target: "{topic: \"t-{{locale}}\"}", top: top).problems == [
        "messages[0] campaign.locale"
      ])
  }

  /// What follows from a misspelt language is not reported as well.
  @Test(arguments: [
    ("title: {de: T, xx: S}, body: {de: B, en: C}", "", ["messages[0].title.xx campaign.locale"]),
    ("title: {de: T, en: S}, body: {de: B, xx: C}", "", ["messages[0].body.xx campaign.locale"]),
    ("title: {de: T, fr: S}, body: {de: B, en: C}", "", ["messages[0].title.fr campaign.locale"]),
    ("title: {de: T, ge: S}", "locales: {list: [de, en]}", ["messages[0].title.ge campaign.locale"]),
    ("title: {de: T, en: S}, body: {de: B}", "", ["messages[0].body campaign.locale"]),
  ])
  func aMisspeltLanguageIsOneError(_ keys: String, _ top: String, _ problems: [String]) {
    #expect(readMessage(keys, target: "{topic: \"t-{{locale}}\"}", top: top).problems == problems)
  }

  @Test func aMisspeltLanguageOfATableIsFoundInItsCell() {
    let table = "id,title.de,title.xx,body.de,body.en,topic\na,T,S,B,C,t-{{locale}}\n"
    let found = Campaign.read("", table: Array(table.utf8)).diagnostics
    #expect(found.map(\.summary) == ["2:5 title.xx campaign.locale"])
    #expect(found.map(\.message) == ["no other text of the message is in `xx`, and this one has nothing for `en`"])
  }

  @Test func aMessageMayHaveOneLanguageOnly() {
    #expect(readMessage("locale: de, title: {en: T, de: S}").lines == ["a.de t S"])
  }

  /// Names of fields that look like languages.
  @Test func freeNamesAreNoLanguages() throws {
    let message = try #require(
      readMessage("android: {ttl: 3s}, data: {id: x, no: y}, poster: {at: 1}, media: {ios: a.mp4, web: b.mp4}")
        .value?.messages.first)
    #expect(message.overrides.android == ["ttl": "3s"])
    #expect(message.options.data == ["id": "x", "no": "y"])
    #expect(message.locale == nil)
  }

  @Test(arguments: [
    ("", "messages[0].target campaign.shared-target", "topic: news-{{locale}}"),
    ("variants: {a: {}, b: {}}, locale: en,", "messages[0].target campaign.shared-target", "topic: test-{{variant}}"),
  ])
  func nobodyGetsTwoLanguages(_ keys: String, _ problem: String, _ remedy: String) {
    let checked = readMessage("\(keys) title: {en: T, de: S}")
    #expect(checked.problems == [problem])
    #expect(checked.diagnostics.allSatisfy { $0.remedy.contains(remedy) })
  }

  /// As many messages as languages times variants times targets, whatever they are.
  @Test func countsMultiply() {
    var random = SeededGenerator(seed: 3)
    let tags = ["en", "de", "fr", "pt-BR", "zh-Hant"]
    for _ in 0..<40 {
      let languages = tags.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
      let variants = (1...Int.random(in: 1...4, using: &random)).map { "v\($0)" }
      let targets = 1...Int.random(in: 1...3, using: &random)
      let title = languages.map { "\($0): T\($0)" }.joined(separator: ", ")
      let target = targets.map { "{topic: \"t\($0)-{{locale}}-{{variant}}\"}" }.joined(separator: ", ")
      let checked = readMessage(
        "title: {\(title)}, variants: {\(variants.map { "\($0): {}" }.joined(separator: ", "))}", target: "[\(target)]")
      let expected = variants.flatMap { variant in
        languages.flatMap { tag in targets.map { "a.\(tag).\(variant).\($0) t\($0)-\(tag)-\(variant) T\(tag)" } }
      }
      #expect(checked.lines == expected)
    }
  }
}
