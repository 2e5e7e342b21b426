import Findings

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
