import Findings
import Testing

@Suite struct QuotedTextTests {
  @Test(arguments: [
    ("a b", "`a b`"), ("", "``"), ("a\u{1B}[31m\nb", "`a\u{FFFD}[31m\u{FFFD}b`"), ("\u{202E}a", "`\u{FFFD}a`"),
    (String(repeating: "a", count: 80), "`" + String(repeating: "a", count: 80) + "`"),
    (String(repeating: "a", count: 81), "`" + String(repeating: "a", count: 80) + "…`"),
  ])
  func oneSafeLine(_ text: String, _ expected: String) { #expect(text.quoted == expected) }
}
