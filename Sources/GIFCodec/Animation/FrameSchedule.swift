/// When frames are shown, in hundredths of a second, the only unit GIF has.
struct FrameSchedule: Hashable {
  /// A frame that is shown.
  struct Entry: Hashable {
    /// Which of the animation's frames.
    let frame: Int
    /// Hundredths of a second, at most 65,535.
    var delay: Int
  }

  /// The longest delay that GIF can say, in hundredths of a second.
  static let longestDelay = 65_535

  private(set) var entries: [Entry] = []

  /// Keeps the frames that are shown long enough; the others' time goes to the frame before. The first and the last always
  /// stay.
  ///
  /// Times since the start are rounded, not delays, so that no error adds up. Browsers show frames of 1/100 s for
  /// 1/10 s, so that a frame meant to take longer than 1/100 s never comes to that: where rounding leaves less than 2/100 s
  /// the next frame gives up its place.
  ///
  /// - Parameters:
  ///   - delays: of all frames, in milliseconds, each at most `GIFFrame.longestDelay`.
  ///   - shortest: milliseconds.
  init(delays: [Int], shortest: Int = 0) {
    var starts: [Int] = []
    var end = 0
    for delay in delays {
      starts.append((end + 5) / 10)
      end += delay
    }
    for (index, start) in starts.enumerated() {
      guard let last = entries.last else {
        entries.append(Entry(frame: index, delay: 0))
        continue
      }
      let shown = start - starts[last.frame]
      let isShort = shown < (shortest + 5) / 10 && index < delays.count - 1
      if isShort || Self.isTooShort(shown, meant: delays[last.frame]) { continue }
      entries[entries.count - 1].delay = min(shown, Self.longestDelay)
      entries.append(Entry(frame: index, delay: 0))
    }
    closeLast(after: (end + 5) / 10 - (entries.last.map { starts[$0.frame] } ?? 0), meant: delays)
  }

  private mutating func closeLast(after shown: Int, meant delays: [Int]) {
    guard let last = entries.last else { return }
    let delay = Self.isTooShort(shown, meant: delays[last.frame]) ? 2 : shown
    entries[entries.count - 1].delay = min(delay, Self.longestDelay)
  }

  private static func isTooShort(_ hundredths: Int, meant milliseconds: Int) -> Bool {
    milliseconds > 10 && hundredths < 2
  }
}
