import Findings
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: ["a", " a ", "é", "🎉", "。", "\u{200B}x", "-"])
  func seen(_ text: String) { #expect(text.isVisible) }

  @Test(arguments: [
    "", " ", "\n\t", "\u{A0}", "\u{3000}", "\u{200B}", "\u{200D}\u{FE0F}", "\u{FEFF}", "\u{AD}", "\u{3164}",
    "\u{2800}", "\u{202E}", "\u{0}\u{1B}", "\u{E0041}", "\u{2028}",
  ])
  func unseen(_ text: String) { #expect(!text.isVisible) }
}
