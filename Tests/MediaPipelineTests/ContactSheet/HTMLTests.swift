import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct HTMLTests {
  @Test func elementsAreWrittenWithTheirAttributesAndContent() {
    let list = HTML.tag("ul", ["class": "a", "id": nil]) {
      for number in 1...2 { HTML.tag("li") { "\(number)" } }
      HTML.void("meta", ["hidden": ""])
    }
    #expect(list.text == "<ul class=\"a\"><li>1</li>\n<li>2</li>\n<meta hidden=\"\">\n</ul>\n")
  }

  /// Words stay next to words: a line break would become a space.
  @Test func nothingComesBetweenWordsAndWhatIsAmongThem() {
    let text = HTML.tag("p") {
      "a"
      HTML.tag("strong") { "b" }
      "c"
    }
    #expect(text.text == "<p>a<strong>b</strong>c</p>\n")
  }

  @Test(arguments: [
    ("</style><script>alert(1)</script>", "&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;"), ("a\nb\tc", "a\nb\tc"),
    ("\u{0}\u{1B}[31m\r\u{7F}\u{85}\u{FFFE}", "\u{FFFD}\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("שלום 👩‍👩‍👧 é", "שלום 👩‍👩‍👧 é"),
  ])
  func textIsEscapedAlikeInContentAndInAttributes(text: String, escaped: String) {
    #expect(HTML(text).text == escaped)
    #expect(HTML.void("meta", ["content": text]).text == "<meta content=\"\(escaped)\">\n")
  }

  /// Written texts come back unchanged when they are read.
  @Test(arguments: 0..<200) func noTextEndsBeingText(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = HostileText.random(using: &generator)
    let structure = try PageStructure(HTML.tag("p", ["title": "x" + text]) { "x" + text }.text)
    let readable = String(String.UnicodeScalarView(("x" + text).unicodeScalars.map { HostileText.readable($0) }))
    #expect(structure.tags == [.init(name: "p", attributes: ["title": readable])])
    #expect(structure.texts == [readable])
  }
}

/// Words that try to end being words.
enum HostileText {
  private static let pieces = [
    "</style>", "<script>alert(1)</script>", "-->", "<!--", "]]>", "\"", "'", "&", "&lt;", "&#0;", "<", ">", "/>", "`",
    "\n", "\t", "\r\n", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{200D}", "\u{2028}", "\u{FEFF}", "\u{FFFF}",
    "\u{85}", "javascript:alert(1)", " onerror=alert(1) ", "style=\"", "url(https://evil.example/)", "שלום", "مرحبا",
    "👩‍👩‍👧‍👦", "e\u{301}", "\u{1F1E9}\u{1F1EA}", "{{7*7}}", "${x}", "%3Cscript%3E", "\\", "expression(", "@import", "word ",
  ]

  static func random(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// The replacement of a character that documents may not contain.
  static func readable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    return isControl || scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
  }
}
