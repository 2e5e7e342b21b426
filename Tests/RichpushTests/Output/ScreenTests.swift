import Synchronization
import Testing
import richpush

/// A message removes a bar on the last line before it is printed.
@Suite struct ScreenTests {
  private final class Terminal: Sendable {
    private let text = Mutex("")
    var shown: String { text.withLock { $0 } }

    func take(_ more: String) { text.withLock { $0 += more } }
  }

  private let terminal = Terminal()
  private let screen: Screen

  init() { screen = Screen(write: terminal.take) }

  @Test func wordsTakeTheBarOff() {
    screen.draw("[##--]")
    screen.say("one")
    screen.say("two")
    #expect(terminal.shown == "\r\u{1B}[K[##--]\r\u{1B}[Kone\ntwo\n")
  }

  @Test func resultsTakeItOffToo() {
    screen.clear()
    #expect(terminal.shown.isEmpty)
    screen.draw("[##--]")
    screen.clear()
    screen.clear()
    #expect(terminal.shown == "\r\u{1B}[K[##--]\r\u{1B}[K")
  }

  @Test func nothingFollowsTheLastWords() {
    screen.draw("[##--]")
    screen.close(with: "interrupted")
    screen.draw("[###-]")
    screen.say("more")
    screen.clear()
    screen.close(with: "interrupted again")
    #expect(terminal.shown == "\r\u{1B}[K[##--]\r\u{1B}[Kinterrupted\n")
  }
}
