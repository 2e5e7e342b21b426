import PushDelivery
import Testing

@Suite struct LanguageTagTests {
  @Test(arguments: ["en", "gsw", "pt-BR", "es-419", "zh-Hant", "zh-Hant-TW", "ca-valencia", "de-CH-1996"])
  func tags(_ text: String) { #expect(LanguageTag.isTag(text)) }

  @Test(arguments: [
    "", "e", "english", "EN", "pt-br", "pt_BR", "pt-BRA", "zh-hant", "en-", "en-x", "ios", "web", "fid", "at", "topic",
    "title", "en\n",
  ])
  func noTags(_ text: String) { #expect(!LanguageTag.isTag(text)) }

  @Test func aLanguageIsLookedUpFromItsNearestForm() {
    #expect(LanguageTag.lookup("zh-Hant-TW") == ["zh-Hant-TW", "zh-Hant", "zh"])
    #expect(LanguageTag.lookup("de") == ["de"])
  }
}
