import Essentials

/// A line that redraws itself on a terminal: a bar, some facts and the remaining time. Elsewhere nothing is drawn.
struct ProgressBar {
  private let console: Console
  private var start = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now - .seconds(1)
  /// The seconds that are left, as shown last, and when.
  private var estimate: (seconds: Double, moment: ContinuousClock.Instant)?

  init(console: Console) { self.console = console }

  /// Restarts the clock.
  mutating func restart() { (start, estimate) = (.now, nil) }

  /// Draws the line, unless the last one is too recent to have been seen.
  ///
  /// - Parameters:
  ///   - part: the finished part, 0 to 1.
  ///   - always: draws it however recent the last one is.
  ///   - facts: gets the seconds since the start.
  mutating func draw(_ part: Double, always: Bool = false, facts: (Double) -> ProgressLine) {
    guard console.showsProgress, always || lastDrawn.duration(to: .now) >= .milliseconds(80) else { return }
    lastDrawn = .now
    var line = facts(start.duration(to: .now) / .seconds(1))
    line.timeLeft = timeLeft(part)
    let parts = line.fitted(columns: console.columns)
    console.redraw(bar(part, parts.barWidth) + parts.facts)
  }

  /// Shows only words, if the amount of work is unknown.
  func show(_ words: String) {
    if console.showsProgress { console.redraw("\(words) …".cut(toColumns: max(1, console.columns - 1))) }
  }

  /// Removes the line.
  func clear() {
    if console.showsProgress { console.redraw("") }
  }

  private func bar(_ part: Double, _ width: Int) -> String {
    guard width > 0 else { return "" }
    let filled = min(width, max(0, Int(part * Double(width))))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(console.error.green(bar))] "
  }

  /// Files differ in how long they take: a new estimate takes seconds to count, so that the time does not jump.
  private mutating func timeLeft(_ part: Double) -> String {
    let now = ContinuousClock.now
    let elapsed = start.duration(to: now) / .seconds(1)
    guard part > 0.02, elapsed > 0.5 else { return "" }
    let new = max(0, elapsed / part - elapsed)
    let shown = estimate.map { last in
      let passed = last.moment.duration(to: now) / .seconds(1)
      let expected = max(0, last.seconds - passed)
      return expected + (new - expected) * min(1, passed / Self.inertia)
    }
    let left = part < 1 ? shown ?? new : 0
    estimate = (left, now)
    let seconds = Int(left.rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }

  /// In seconds.
  private static let inertia = 4.0
}
