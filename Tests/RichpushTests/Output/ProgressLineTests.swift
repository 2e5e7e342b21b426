import Testing
import richpush

/// The parts of a progress line that stay in little room.
@Suite struct ProgressLineTests {
  private static let name = "photographs/spring-collection-0047.jpg"

  private func line(work: [ProgressLine.Work] = [.init(name)], waiting: String? = nil) -> ProgressLine {
    var line = ProgressLine(count: "12/47 files")
    (line.bytes, line.rate, line.timeLeft) = ("10.3 MB/47.1 MB", "2.1 MB/s", "0:18 left")
    (line.work, line.waiting) = (work, waiting)
    return line
  }

  @Test(arguments: [
    (120, "12/47 files  10.3 MB/47.1 MB  2.1 MB/s  0:18 left  …g-collection-0047.jpg"),
    (80, "12/47 files  10.3 MB/47.1 MB  2.1 MB/s  0:18 left  …on-0047.jpg"),
    (72, "12/47 files  10.3 MB/47.1 MB  0:18 left  …tion-0047.jpg"),
    (54, "12/47 files  0:18 left  …on-0047.jpg"), (40, "12/47 files  0:18 left"), (30, "0:18 left"),
  ])
  func theNameIsShortenedThenTheRateGoesThenTheBytes(columns: Int, facts: String) {
    let fitted = line().fitted(columns: columns)
    // Names get the length that fits: only the other facts are compared.
    let parts = facts.split(separator: "  ").filter { !$0.hasPrefix("…") }
    #expect(fitted.facts.split(separator: "  ").filter { !$0.hasPrefix("…") } == parts, "\(fitted)")
    #expect(fitted.facts.contains("…") == facts.contains("…"), "\(fitted)")
    #expect(fitted.barWidth >= 10 && fitted.barWidth + 3 + fitted.facts.count < columns, "\(fitted)")
  }

  /// A letter of Chinese, Japanese or Korean, and an emoji, is as wide as two.
  @Test func wideLettersDoNotWrap() {
    let wide = String(repeating: "秋のパン☕", count: 8) + ".jpg"
    for columns in 24...120 {
      let fitted = line(work: [.init(wide)]).fitted(columns: columns)
      let bar = fitted.barWidth > 0 ? fitted.barWidth + 3 : 0
      let letters = fitted.facts.reduce(0) { $0 + ($1.isASCII || $1 == "…" ? 1 : 2) }
      #expect(bar + letters < columns, "\(columns) \(fitted)")
    }
  }

  @Test func theBarAndTheTimeStayWhereverThereIsRoom() {
    let works: [[ProgressLine.Work]] = [
      [], [.init("a.jpg")], [.init(Self.name, part: "45 %"), .init("b/clip.mp4", part: "7 %")],
    ]
    for columns in 24...200 {
      for work in works {
        let fitted = line(work: work).fitted(columns: columns)
        #expect(fitted.barWidth >= 10 && fitted.facts.contains("0:18 left"), "\(columns) \(fitted)")
        #expect(fitted.barWidth + 3 + fitted.facts.count < columns, "\(columns) \(fitted)")
      }
    }
  }

  @Test func aWaitTakesTheBarsPlace() {
    let reason = "attempt 3 of 12 failed, again in 4 s: there is no connection to it"
    for columns in [80, 100, 120] {
      #expect(line(waiting: reason).fitted(columns: columns).facts.hasSuffix(reason), "\(columns)")
    }
    #expect(line(waiting: reason).fitted(columns: 80).barWidth == 0)
    #expect(line(waiting: reason).fitted(columns: 120).barWidth >= 10)
    #expect(line(waiting: reason).fitted(columns: 70).facts == reason)
  }

  @Test func noLineWraps() {
    for columns in 2...60 {
      for waiting in [nil, "attempt 3 of 12 failed, again in 4 s: there is no connection to it"] {
        let fitted = line(waiting: waiting).fitted(columns: columns)
        let bar = fitted.barWidth > 0 ? fitted.barWidth + 3 : 0
        #expect(bar + fitted.facts.count < columns, "\(columns) \(fitted)")
      }
    }
  }
}
