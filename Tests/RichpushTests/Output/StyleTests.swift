import Findings
import Testing
import richpush

/// Lines on a terminal: programs read whole ones.
struct StyleTests {
  private func wrapped(_ text: String, _ columns: Int?) -> [String] {
    Style(isColored: false, columns: columns).wrapped(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test(arguments: [40, 60, 80]) func wordsAreNotBrokenInNarrowTerminals(columns: Int) {
    let line = "  " + String(repeating: "a picture of 秋のパン ☕ and words ", count: 6)
    let lines = wrapped(line, columns)
    #expect(lines.count > 2 && lines.allSatisfy { TextWidth.letters(of: $0) <= columns }, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }, "\(lines)")
    #expect(lines.flatMap { $0.split(separator: " ") } == line.split(separator: " "))
  }

  @Test func programsReadWholeLines() {
    let line = String(repeating: "word ", count: 60)
    #expect(wrapped(line, nil) == [line])
    #expect(wrapped("short\n\n  lines", 40) == ["short", "", "  lines"])
  }

  @Test func columnsGoOnBelowTheLast() {
    #expect(
      wrapped("good     ffmpeg   version 7.1 is used for videos, and has libx264", 44) == [
        "good     ffmpeg   version 7.1 is used for", "                  videos, and has libx264",
      ])
    // Not where little room would be left.
    #expect(
      wrapped("error campaign.yml:5:12 (messages[0].image)  message.image-refused", 40) == [
        "error campaign.yml:5:12", "    (messages[0].image)", "    message.image-refused",
      ])
  }

  @Test func commandsCanBeCopied() {
    #expect(
      wrapped("next: fix the errors above, then `richpush run autumn --base-url http://localhost:8080/`", 40) == [
        "next: fix the errors above, then", "  `richpush run autumn --base-url http://localhost:8080/`",
      ])
  }

  /// They take no room.
  @Test func colorsDoNotCount() {
    let style = Style(isColored: true, columns: 20)
    #expect(
      style.wrapped("\u{1B}[31merror\u{1B}[0m of twenty letters") == "\u{1B}[31merror\u{1B}[0m of twenty\n  letters")
    #expect(style.wrapped("\u{1B}[31merror\u{1B}[0m of 20 letters") == "\u{1B}[31merror\u{1B}[0m of 20 letters")
  }
}
