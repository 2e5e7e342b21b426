import Essentials
import Findings
import Synchronization
import SystemPackage

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
  func clear() { if console.showsProgress { console.redraw("") } }

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
      return expected + (new - expected) * min(1, passed / 4)
    }
    let left = part < 1 ? shown ?? new : 0
    estimate = (left, now)
    let seconds = Int(left.rounded(.up))
    let padding = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(padding)\(seconds % 60) left"
  }
}

/// The parts of a progress line, and those that fit the terminal: a line that wraps cannot be redrawn.
package struct ProgressLine {
  /// The finished share: `12/47 files`.
  package var count: String
  /// The same in bytes, if known.
  package var bytes = ""
  package var rate = ""
  package var timeLeft = ""
  /// Files in progress, the largest first.
  package var work: [Work] = []
  /// The current wait, and why.
  package var waiting: String?

  package init(count: String) { self.count = count }

  /// A file, and its finished part in words.
  package struct Work {
    let name: String
    let part: String

    package init(_ name: String, part: String = "") { (self.name, self.part) = (name, part) }

    /// The ends of names distinguish a folder's files.
    fileprivate func words(_ length: Int) -> String {
      let shown = name.count > length ? "…" + name.suffix(length - 1) : name
      return part.isEmpty ? shown.printable : "\(shown.printable) \(part)"
    }
  }

  /// A shorter bar is useless; 0 columns without a bar.
  private static let barWidths = 10...30
  private static let nameLengths = 8...24

  /// The columns of the bar, and the text after it.
  package func fitted(columns: Int) -> (barWidth: Int, facts: String) {
    let room = max(1, columns - 1)
    for facts in waiting.map(waits) ?? choices {
      // The bar has brackets and a space after it.
      let width = min(Self.barWidths.upperBound, room - TextWidth.letters(of: facts) - 3)
      if width >= Self.barWidths.lowerBound { return (width, facts) }
    }
    return (0, fittedWithoutBar(room))
  }

  /// From all facts to the fewest, dropping what matters least: first the name is shortened, then the rate goes, then the bytes,
  /// then the name.
  private var choices: [String] {
    let facts = [[count, bytes, rate, timeLeft], [count, bytes, timeLeft], [count, timeLeft]]
    return facts.flatMap { facts in named(facts) } + [joined([count, timeLeft]), joined([timeLeft])]
  }

  /// The same with names, the longest first; if two are too long, one.
  private func named(_ facts: [String]) -> [String] {
    guard !work.isEmpty else { return [joined(facts)] }
    return [work, Array(work.prefix(1))].flatMap { work in
      Self.nameLengths.reversed().map { length in joined(facts + work.map { $0.words(length) }) }
    }
  }

  /// The reason for a pause matters most.
  private func waits(_ waiting: String) -> [String] {
    [joined([count, timeLeft, waiting]), joined([count, waiting])]
  }

  /// A wait may replace the bar; a line that is still too long is cut.
  private func fittedWithoutBar(_ room: Int) -> String {
    let lines = waiting.map { waits($0) + [$0] } ?? [joined([count, timeLeft]), count]
    return lines.first { TextWidth.letters(of: $0) <= room } ?? (lines.last ?? "").cut(toColumns: room)
  }

  private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: "  ") }
}

/// Standard error, with a redrawn bar on its last line: other output removes the bar first. An error in writing to it cannot be
/// reported.
package final class Screen: Sendable {
  private let state = Mutex(State())
  private let write: @Sendable (String) -> Void

  /// - Parameter write: gets the output for a terminal.
  package init(
    write: @escaping @Sendable (String) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0.utf8) }
  ) { self.write = write }

  private struct State {
    var hasBar = false
    /// The last words have been said.
    var isClosed = false

    /// Text that removes the bar.
    mutating func erasure() -> String {
      defer { hasBar = false }
      return hasBar ? Screen.erasure : ""
    }
  }

  private static let erasure = "\r\u{1B}[K"

  /// Replaces the bar; an empty one removes it.
  package func draw(_ bar: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.hasBar = !bar.isEmpty
      write(Self.erasure + bar)
    }
  }

  /// Removes the bar, if any.
  package func clear() { state.withLock { if $0.hasBar, !$0.isClosed { write($0.erasure()) } } }

  /// Separate lines.
  package func say(_ text: String) { state.withLock { if !$0.isClosed { write($0.erasure() + text + "\n") } } }

  /// The last line.
  package func close(with text: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      write(state.erasure() + text + "\n")
      state.isClosed = true
    }
  }
}

extension Screen {
  /// The smallest screen that a summary fits.
  static let (rows, columns) = (24, 80)

  /// The rows that a line takes there.
  static func rows(of line: String) -> Int {
    Style(isColored: false, columns: columns).wrapped(line).split(separator: "\n", omittingEmptySubsequences: false)
      .count
  }
}
