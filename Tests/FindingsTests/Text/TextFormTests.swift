import Findings
import TestSupport
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

@Suite struct QuotedTextTests {
  @Test(arguments: [
    ("a b", "`a b`"), ("", "``"), ("a\u{1B}[31m\nb", "`a\u{FFFD}[31m\u{FFFD}b`"), ("\u{202E}a", "`\u{FFFD}a`"),
    (String(repeating: "a", count: 80), "`" + String(repeating: "a", count: 80) + "`"),
    (String(repeating: "a", count: 81), "`" + String(repeating: "a", count: 80) + "…`"),
  ])
  func oneSafeLine(_ text: String, _ expected: String) { #expect(text.quoted == expected) }
}

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Sale", 4), ("Größe", 5), ("e\u{301}", 1), ("Скидки", 6), ("セール", 6), ("春の新作", 8), ("할인", 4), ("ＡＢ", 4),
    ("☕", 2), ("❤️", 2), ("❤", 1), ("👩‍👩‍👧", 2), ("مرحبا", 5), ("สวัสดี", 4),
  ])
  func aCharacterIsAsWideAsItsScriptHasIt(text: String, width: Int) { #expect(TextWidth.letters(of: text) == width) }
}

@Suite struct ByteSearchTests {
  @Test(arguments: [
    ("curl -d", "curl", false, true), ("a curl", "curl", false, true), ("a cur", "curl", false, false),
    ("cucurl", "curl", false, true), ("CURL", "curl", false, false), ("xCuRL", "cUrl", true, true),
    ("", "curl", true, false), ("käcurlä", "curl", false, true), ("[", "{", true, false),
  ])
  func findsAWord(in text: String, word: String, ignoresCase: Bool, isThere: Bool) {
    let word = ASCIIWord(word, ignoresCase: ignoresCase)
    #expect(word.isIn(text) == isThere)
    #expect(word.isIn(Array("#\(text)".utf8)[1...]) == isThere)
    #expect((word.place(in: Array(text.utf8), from: 0) != nil) == isThere)
  }

  @Test func findsOneAfterTheOther() {
    let (word, text) = (ASCIIWord("aa"), Array("aa-aaa".utf8))
    #expect(word.count == 2)
    #expect((0...6).map { word.place(in: text, from: $0) } == [0, 3, 3, 3, 4, nil, nil])
  }

  /// A slice is read without the bytes before it.
  @Test func aSliceIsReadForItself() {
    let text = Array("curl x".utf8)
    #expect(!ASCIIWord("curl").isIn(text[1...]))
    #expect(!ASCIIWord("curl").isIn(text[..<3]))
  }
}
