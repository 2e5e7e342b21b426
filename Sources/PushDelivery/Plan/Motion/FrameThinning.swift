/// The frames that stay if an animation has more a second than allowed, and their delays. The duration stays the same, unless two frames
/// are too many.
///
/// Neighbours with short delays make a group, and its longest frame replaces the group: deliberate pauses stay.
public struct FrameThinning: Hashable, Sendable {
  /// The milliseconds of each frame; 0 for removed ones. At least one stays, and two if there were two.
  public let delays: [Int]

  /// How many frames stay.
  public var keptCount: Int { delays.count { $0 > 0 } }

  /// - Parameters:
  ///   - delays: milliseconds, one for each frame, none 0.
  ///   - meanDelay: the least average of a frame's milliseconds, at least 1.
  public init(delays: [Int], meanDelay: Int) {
    guard delays.count > 1, delays.reduce(0, +) < meanDelay * delays.count else {
      self.delays = delays
      return
    }
    let groups = Self.groups(of: delays, meanDelay)
    self.delays = groups.count > 1 ? Self.thinned(delays, to: groups) : Self.slowed(delays, meanDelay)
  }

  /// Neighbours that together take so long. Frames left at the end join the last group.
  private static func groups(of delays: [Int], _ meanDelay: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var (start, time) = (0, 0)
    for (index, delay) in delays.enumerated() {
      time += delay
      guard time >= meanDelay else { continue }
      groups.append(start..<index + 1)
      (start, time) = (index + 1, 0)
    }
    guard start < delays.count else { return groups }
    let before = groups.popLast()?.lowerBound ?? 0
    return groups + [before..<delays.count]
  }

  private static func thinned(_ delays: [Int], to groups: [Range<Int>]) -> [Int] {
    groups.reduce(into: delays.map { _ in 0 }) { result, group in
      let longest = group.reduce(group.lowerBound) { delays[$1] > delays[$0] ? $1 : $0 }
      result[longest] = delays[group].reduce(0, +)
    }
  }

  /// The first and the last, longer than before if necessary: one frame would not move.
  private static func slowed(_ delays: [Int], _ meanDelay: Int) -> [Int] {
    let first = max(meanDelay, delays.reduce(0, +) - meanDelay)
    return [first] + [Int](repeating: 0, count: delays.count - 2) + [meanDelay]
  }
}

extension MotionSpecification {
  /// The least average of milliseconds for a GIF's frames.
  ///
  /// A GIF shows frames for whole hundredths of a second, so 30 a second means at most 100/3 = 33.3; caps above 50 have no effect, because
  /// players ignore shorter delays.
  package var shortestMeanDelay: Int { 10 * max(2, 100 / max(1, maximumFrameRate)) }
}
