import Findings
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: ["a", " a ", "é", "🎉", "。", "\u{200B}x", "-"]) func seen(_ text: String) { #expect(text.isVisible) }

  @Test(arguments: [
    "", " ", "\n\t", "\u{A0}", "\u{3000}", "\u{200B}", "\u{200D}\u{FE0F}", "\u{FEFF}", "\u{AD}", "\u{3164}",
    "\u{2800}", "\u{202E}", "\u{0}\u{1B}", "\u{E0041}", "\u{2028}",
  ])
  func unseen(_ text: String) { #expect(!text.isVisible) }

  @Test(arguments: [
    "", "a", " a ", "\r\n a b\t", "\u{3000}é\u{A0}", " \u{301}a", "a \u{301}", "\n", " \u{2028} ", "\u{200B} a", "🎉 ",
  ])
  func withoutWhiteSpaceAtItsEnds(_ text: String) {
    let characters = Array(text)
    let first = characters.firstIndex { !$0.isWhitespace }
    let last = characters.lastIndex { !$0.isWhitespace }
    let expected = first.map { String(characters[$0...(last ?? $0)]) } ?? ""
    #expect(text.trimmed == expected)
    #expect("x\(text)x".dropFirst().dropLast().trimmed == expected)
  }
}
