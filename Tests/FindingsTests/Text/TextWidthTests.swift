import Findings
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Sale", 4), ("Größe", 5), ("e\u{301}", 1), ("Скидки", 6), ("セール", 6), ("春の新作", 8), ("할인", 4), ("ＡＢ", 4),
    ("☕", 2), ("❤️", 2), ("❤", 1), ("👩‍👩‍👧", 2), ("مرحبا", 5), ("สวัสดี", 4),
  ])
  func aCharacterIsAsWideAsItsScriptHasIt(text: String, width: Int) { #expect(TextWidth.letters(of: text) == width) }
}
