import Findings

/// How an animated picture moves.
public struct Animation: Hashable, Sendable, Codable {
  /// The delay of each frame in milliseconds, as in the file.
  public var delays: [Int]
  /// How often it plays; 0 for ever.
  public var loopCount: Int
  /// The disposals of frames; sorted, each once.
  public var disposals: [Disposal]
  /// The time, in seconds from the start, of the poster frame.
  public var posterTime: Double

  public init(delays: [Int], loopCount: Int = 0, disposals: Set<Disposal> = [.keep], posterTime: Double = 0) {
    self.delays = delays
    self.loopCount = loopCount
    self.disposals = disposals.sorted { $0.rawValue < $1.rawValue }
    self.posterTime = posterTime
  }

  /// What happens to a frame before the next is drawn.
  public enum Disposal: String, Hashable, Sendable, Codable {
    /// It stays.
    case keep
    /// Its rectangle becomes transparent.
    case background
    /// Its rectangle is restored.
    case previous
  }
}

extension Animation {
  public var frameCount: Int { delays.count }

  /// How many milliseconds clients show each frame: they replace very short delays.
  public var playedDelays: [Int] {
    delays.map { $0 < ClientLimit.shortestFrameDelay.value ? Self.replacementDelay : min($0, Self.longestDelay) }
  }

  /// GIF's longest delay, in milliseconds. Longer delays are mistakes, and their sum must not overflow.
  public static let longestDelay = 655_350

  /// How many frames are shown for less time than in the file.
  public var shortenedFrameCount: Int { delays.count { $0 > Self.longestDelay } }

  /// How many frames clients show for more time than in the file.
  public var clampedFrameCount: Int { delays.count { $0 < ClientLimit.shortestFrameDelay.value } }

  /// How long it plays once, in seconds, in clients.
  public var duration: Double { Double(playedDelays.reduce(0, +)) / 1000 }

  /// The index of the frame that clients show at a time, in seconds from the start; the last one after the end.
  public func frameIndex(at time: Double) -> Int {
    var end = 0
    for (index, delay) in playedDelays.enumerated() {
      end += delay
      if time * 1000 < Double(end) { return index }
    }
    return max(0, frameCount - 1)
  }

  /// The middle of a frame's time, in seconds from the start.
  public func time(ofFrame index: Int) -> Double {
    let delays = playedDelays.prefix(index + 1)
    return (Double(delays.dropLast().reduce(0, +)) + Double(delays.last ?? 0) / 2) / 1000
  }

  /// The delay that clients use in place of a too short one, in milliseconds.
  public static let replacementDelay = 100
}
