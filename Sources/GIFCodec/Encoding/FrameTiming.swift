/// Which frames are shown and how long, in hundredths of a second, GIF's only unit.
struct FrameTiming: Hashable {
  /// A frame that is shown.
  struct TimedFrame: Hashable {
    /// The index in the animation's frames.
    let index: Int
    /// Hundredths of a second, at most `GIFWriter.longestDelay`.
    var delay: Int
  }

  private(set) var frames: [TimedFrame] = []

  /// Keeps frames that are shown long enough; others give their time to the frame before. The first and the last always
  /// stay.
  ///
  /// Times since the start are rounded, not delays, so that errors do not add up. Browsers show frames of 1/100 s for 1/10
  /// s, so longer frames must not become 1/100 s: where rounding leaves less than 2/100 s, the next frame is dropped.
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
      guard let last = frames.last else {
        frames.append(TimedFrame(index: index, delay: 0))
        continue
      }
      let shown = start - starts[last.index]
      let isShort = shown < (shortest + 5) / 10 && index < delays.count - 1
      if isShort || Self.isTooShort(shown, meant: delays[last.index]) { continue }
      closeLast(after: shown)
      frames.append(TimedFrame(index: index, delay: 0))
    }
    guard let last = frames.last else { return }
    let shown = (end + 5) / 10 - starts[last.index]
    closeLast(after: Self.isTooShort(shown, meant: delays[last.index]) ? 2 : shown)
  }

  private mutating func closeLast(after shown: Int) {
    frames[frames.count - 1].delay = min(shown, GIFWriter.longestDelay)
  }

  private static func isTooShort(_ hundredths: Int, meant milliseconds: Int) -> Bool {
    milliseconds > 10 && hundredths < 2
  }
}
