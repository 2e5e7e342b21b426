import Findings

/// What a line of progress has to say, and what of it a terminal has room for: a line that wraps cannot be redrawn.
package struct ProgressLine {
  /// How much of how much is done: `12/47 files`.
  package var count: String
  /// The same in bytes, where they are known.
  package var bytes = ""
  package var rate = ""
  package var timeLeft = ""
  /// What is in work, the weightiest first.
  package var work: [Work] = []
  /// What is waited for, and why.
  package var waiting: String?

  package init(count: String) { self.count = count }

  /// A file, and how much of it is done, in words.
  package struct Work {
    let name: String
    let part: String

    package init(_ name: String, part: String = "") { (self.name, self.part) = (name, part) }

    /// The end of a name tells files of a folder apart.
    fileprivate func words(_ length: Int) -> String {
      let shown = name.count > length ? "…" + name.suffix(length - 1) : name
      return part.isEmpty ? shown.printable : "\(shown.printable) \(part)"
    }
  }

  /// A bar shorter than this says nothing; 0 columns where there is none.
  private static let barWidths = 10...30
  private static let nameLengths = 8...24

  /// The columns that the bar gets, and what stands behind it.
  package func fitted(columns: Int) -> (barWidth: Int, facts: String) {
    let room = max(1, columns - 1)
    for facts in waiting.map(waits) ?? choices {
      // The bar has brackets and a space behind it.
      let width = min(Self.barWidths.upperBound, room - facts.count - 3)
      if width >= Self.barWidths.lowerBound { return (width, facts) }
    }
    return (0, fittedWithoutBar(room))
  }

  /// From all there is to say to the least, each without what matters less than the rest: a name is shortened first, then the rate
  /// goes, then the bytes, then the name.
  private var choices: [String] {
    let facts = [[count, bytes, rate, timeLeft], [count, bytes, timeLeft], [count, timeLeft]]
    return facts.flatMap { facts in named(facts) } + [joined([count, timeLeft]), joined([timeLeft])]
  }

  /// The same with names, the longest first; where two are too long, one.
  private func named(_ facts: [String]) -> [String] {
    guard !work.isEmpty else { return [joined(facts)] }
    return [work, Array(work.prefix(1))].flatMap { work in
      Self.nameLengths.reversed().map { length in joined(facts + work.map { $0.words(length) }) }
    }
  }

  /// Why nothing goes on matters more than all else.
  private func waits(_ waiting: String) -> [String] {
    [joined([count, timeLeft, waiting]), joined([count, waiting])]
  }

  /// A wait may take the bar's place; a line that is still too long is cut.
  private func fittedWithoutBar(_ room: Int) -> String {
    let lines = waiting.map { waits($0) + [$0] } ?? [joined([count, timeLeft]), count]
    if let fitting = lines.first(where: { $0.count <= room }) { return fitting }
    return (lines.last ?? "").prefix(room - 1) + "…"
  }

  private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: "  ") }
}
