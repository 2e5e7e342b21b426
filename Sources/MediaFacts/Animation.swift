import Findings

/// How a picture of several frames moves.
public struct Animation: Hashable, Sendable, Codable {
  /// For how many milliseconds each frame is shown, as the file says; one for each frame.
  public var delays: [Int]
  /// How often it plays; 0 for ever.
  public var loopCount: Int
  /// What happens to frames when their time is over; sorted, each once.
  public var disposals: [Disposal]
  /// The moment, in seconds from the start, of the frame that represents the whole.
  public var posterTime: Double

  public init(delays: [Int], loopCount: Int = 0, disposals: Set<Disposal> = [.keep], posterTime: Double = 0) {
    self.delays = delays
    self.loopCount = loopCount
    self.disposals = disposals.sorted { $0.rawValue < $1.rawValue }
    self.posterTime = posterTime
  }

  /// What becomes of a frame before the next is drawn.
  public enum Disposal: String, Hashable, Sendable, Codable {
    /// It stays.
    case keep
    /// Its rectangle becomes transparent.
    case background
    /// Its rectangle becomes what it was before.
    case previous
  }
}

extension Animation {
  public var frameCount: Int { delays.count }

  /// For how many milliseconds clients show each frame: they take very short delays for mistakes.
  public var playedDelays: [Int] {
    delays.map { $0 < ClientLimit.shortestFrameDelay.value ? Self.replacementDelay : min($0, Self.longestDelay) }
  }

  /// What GIF can say at most, in milliseconds. No format's longer delays are meant, and their sum must be a number.
  public static let longestDelay = 655_350

  /// How many frames are shown for less long than the file says.
  public var shortenedFrameCount: Int { delays.count { $0 > Self.longestDelay } }

  /// How many frames clients show for longer than the file says.
  public var clampedFrameCount: Int { delays.count { $0 < ClientLimit.shortestFrameDelay.value } }

  /// How long it plays once, in seconds, as clients play it.
  public var duration: Double { Double(playedDelays.reduce(0, +)) / 1000 }

  /// The index of the frame that clients show at a moment, in seconds from the start; the last one after the end.
  public func frameIndex(at time: Double) -> Int {
    var end = 0
    for (index, delay) in playedDelays.enumerated() {
      end += delay
      if time * 1000 < Double(end) { return index }
    }
    return max(0, frameCount - 1)
  }

  /// The moment in the middle of a frame's time, in seconds from the start.
  public func time(ofFrame index: Int) -> Double {
    let delays = playedDelays.prefix(index + 1)
    return (Double(delays.dropLast().reduce(0, +)) + Double(delays.last ?? 0) / 2) / 1000
  }

  /// What clients make of a delay that is too short to be meant, in milliseconds.
  public static let replacementDelay = 100
}
