/// Decides when a full table has grown stale. While it serves, not clearing it saves learning anew.
struct ClearMonitor {
  /// Codes that are looked at together.
  private static let window = 48
  /// The table goes when a window's strings are shorter than this part of what they were when it had just filled up.
  private static let staleness = 0.9

  private var pixels = 0
  private var codes = 0
  private var best = 0

  /// Tells of a code for so many pixels written with a full table; true when the table had better be cleared.
  mutating func shouldClear(pixels matched: Int) -> Bool {
    pixels += matched
    codes += 1
    guard codes == Self.window else { return false }
    let isStale = Double(pixels) < Double(best) * Self.staleness
    best = max(best, pixels)
    (pixels, codes) = (0, 0)
    return isStale
  }
}
