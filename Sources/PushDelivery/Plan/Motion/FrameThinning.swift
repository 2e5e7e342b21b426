/// Which frames of an animation stay where it has more a second than are allowed, and how long each of them is shown. The whole plays
/// as long as before, unless two frames are too many.
///
/// Neighbours that are over too soon make a group, and the one of them that is shown longest stands for all of it: what is held on
/// purpose stays.
public struct FrameThinning: Hashable, Sendable {
  /// For how many milliseconds each frame is shown, one for each; 0 for those that are left out. At least one stays, and two where
  /// there were two.
  public let delays: [Int]

  /// How many frames stay.
  public var keptCount: Int { delays.count { $0 > 0 } }

  /// - Parameters:
  ///   - delays: milliseconds, one for each frame, none 0.
  ///   - meanDelay: for how many milliseconds frames have to be shown on average, at least 1.
  public init(delays: [Int], meanDelay: Int) {
    guard delays.count > 1, delays.reduce(0, +) < meanDelay * delays.count else {
      self.delays = delays
      return
    }
    let groups = Self.groups(of: delays, meanDelay)
    self.delays = groups.count > 1 ? Self.thinned(delays, to: groups) : Self.slowed(delays, meanDelay)
  }

  /// Neighbours that take so long together. What is left at the end belongs to the last group.
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

  /// The first and the last, longer than before if need be: with one frame nothing would move.
  private static func slowed(_ delays: [Int], _ meanDelay: Int) -> [Int] {
    let first = max(meanDelay, delays.reduce(0, +) - meanDelay)
    return [first] + [Int](repeating: 0, count: delays.count - 2) + [meanDelay]
  }
}

extension MotionSpecification {
  /// For how many milliseconds a GIF's frames have to be shown on average.
  ///
  /// A GIF shows frames for whole hundredths of a second, so 30 a second means at most 100/3 = 33.3; no cap above 50 has a meaning
  /// there, as players do not believe shorter delays.
  package var shortestMeanDelay: Int { 10 * max(2, 100 / max(1, maximumFrameRate)) }
}
