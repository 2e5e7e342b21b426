/// A line that redraws itself on a terminal: a bar, some facts and the time that is left. Elsewhere nothing is drawn.
struct ProgressBar {
  private let console: Console
  private var start = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now - .seconds(1)

  init(console: Console) { self.console = console }

  /// Counts the time from now on.
  mutating func restart() { start = .now }

  /// Draws the line, unless the last one is too young to have been seen.
  ///
  /// - Parameters:
  ///   - part: how much is done, 0 to 1.
  ///   - always: draws it however young the last one is.
  mutating func draw(_ part: Double, always: Bool = false, facts: () -> String) {
    guard console.showsProgress, always || lastDrawn.duration(to: .now) >= .milliseconds(80) else { return }
    lastDrawn = .now
    console.redraw(line(part, facts: " \(facts())  \(timeLeft(part))"))
  }

  /// Takes the line off the screen.
  func clear() {
    if console.showsProgress { console.redraw("") }
  }

  /// A line that wraps cannot be redrawn: what does not fit is left out, the bar first.
  private func line(_ part: Double, facts: String) -> String {
    let room = console.columns - 1
    let width = min(30, room - facts.count - 2)
    guard width >= 5 else { return String(facts.dropFirst().prefix(room)) }
    let filled = min(width, Int(part * Double(width)))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(console.error.green(bar))]\(facts)"
  }

  private func timeLeft(_ part: Double) -> String {
    let elapsed = start.duration(to: .now) / .seconds(1)
    guard part > 0.02, elapsed > 0.5 else { return "" }
    let seconds = Int((elapsed / part - elapsed).rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }
}
