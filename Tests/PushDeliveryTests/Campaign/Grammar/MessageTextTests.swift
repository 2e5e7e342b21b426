import PushDelivery
import TestSupport
import Testing

/// Texts with a form of their own: spans of time, languages, and texts with placeholders.
@Suite struct MessageTextTests {
  @Test(arguments: [
    ("0", 0), ("0s", 0), ("3600s", 3600), ("90m", 5400), ("4h", 14_400), ("3d", 259_200), ("4w", 2_419_200),
    ("3_600s", 3600), ("99999999999999999999w", Int.max),
  ])
  func spans(_ text: String, _ seconds: Int) { #expect(TimeSpan.seconds(text) == seconds) }

  @Test(arguments: ["", "s", "3600", "-1s", "1.5h", "4 h", "4H", "h4", "١s"])
  func noSpans(_ text: String) { #expect(TimeSpan.seconds(text) == nil) }

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

  @Test(
    arguments: [
      ("", []), ("Hello", [.literal("Hello")]), ("{{name}}", [.placeholder("name")]),
      (
        "Hi {{ name }}, it's {{day-1}}!",
        [.literal("Hi "), .placeholder("name"), .literal(", it's "), .placeholder("day-1"), .literal("!")]
      ),
      ("{{\tA_b\t}}{{c}}", [.placeholder("A_b"), .placeholder("c")]),
      ("{{{{name}}", [.literal("{{name}}")]), ("{ {x} }", [.literal("{ {x} }")]), ("}}", [.literal("}}")]),
      ("{{{{{{name}}", [.literal("{{"), .placeholder("name")]),
      ("é{{n}}\u{301}", [.literal("é"), .placeholder("n"), .literal("\u{301}")]),
    ] as [(String, [PlaceholderText.Part])])
  func takesTextsApart(_ text: String, _ parts: [PlaceholderText.Part]) throws {
    #expect(try PlaceholderText(text).parts == parts)
  }

  @Test(arguments: [
    "{{", "{{}}", "{{ }}", "{{name", "{{name}", "{{1a}}", "{{a b}}", "{{a.b}}", "{{#if}}", "{{{name}}}", "{{ä}}",
    "{{a\n}}", "a {{b}} {{",
  ])
  func refusesBracesThatOpenNothing(_ text: String) {
    #expect(throws: PlaceholderText.SyntaxError.self) { try PlaceholderText(text) }
    #expect(PlaceholderText.isNeeded(for: text))
  }

  /// An excerpt ends between characters, not between bytes.
  @Test func excerptsHaveWholeCharacters() {
    let text = "{{" + String(repeating: "ä😀", count: 40)
    let error = #expect(throws: PlaceholderText.SyntaxError.self) { try PlaceholderText(text) }
    #expect(error?.excerpt == String(text.unicodeScalars.prefix(20)))
  }

  /// A mark that joins itself to a brace makes it another character, and the bytes that are sent are the same.
  @Test func bracesWithMarksAreBraces() {
    #expect(throws: PlaceholderText.SyntaxError.self) { try PlaceholderText("{{\u{301}name}}") }
  }

  @Test func anythingCanBeWrittenLiterally() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let length = Int.random(in: 0...12, using: &random)
      let text = String((0..<length).compactMap { _ in "{{}ab é".randomElement(using: &random) })
      let escaped = text.replacing("{{", with: "{{{{")
      let parts = try PlaceholderText(escaped).parts
      #expect(parts == (text.isEmpty ? [] : [.literal(text)]))
    }
  }
}
