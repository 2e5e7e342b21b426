import Foundation

/// Finds the highest quality whose bytes fit a limit, in few encodings. A pure value: it is told what an encoding came to and
/// answers what to do next.
///
/// A bracketed secant on log bytes. Sizes are compared with a prior curve, and it is the residual to that curve which is
/// interpolated, since it is far straighter than the sizes are. Answers always lie strictly inside the bracket, and whenever
/// it is wider than halving at every second trial would have left it, the middle is tried: so the search ends after at most
/// 2 log2(n) + 2 trials.
/// Sizes of real encoders are not strictly monotone in quality: only a quality that was itself seen to fit is ever the answer.
///
/// The first trial is the ceiling: most pictures that were scaled to a phone's screen fit there and are done.
public struct QualitySearch: Sendable {
  /// One encoding: the quality asked for and the bytes it came to.
  public struct Trial: Hashable, Sendable, Codable {
    public let quality: Int
    public let bytes: Int

    public init(quality: Int, bytes: Int) {
      self.quality = quality
      self.bytes = bytes
    }
  }

  /// What to do next.
  public enum Step: Hashable, Sendable {
    /// Encode at this quality and record what it comes to. Never a quality that was recorded before.
    case `try`(quality: Int)
    /// This quality was seen to fit, and the next one up is above the ceiling or was seen not to.
    case done(quality: Int)
    /// Not even the floor fits; the fewest bytes that were seen.
    case impossible(smallestBytes: Int)
  }

  /// The qualities allowed: floor to ceiling.
  public let qualities: ClosedRange<Int>
  /// The most bytes, inclusive.
  public let limit: Int
  /// Every encoding so far, in order.
  public private(set) var trials: [Trial] = []
  private let curve: QualityCurve
  private let firstQuality: Int

  /// - Parameters:
  ///   - qualities: floor to ceiling.
  ///   - limit: the most bytes, inclusive.
  ///   - firstQuality: where to begin; the ceiling unless something better is known.
  ///   - curve: the encoder's mean curve.
  public init(
    qualities: ClosedRange<Int>, limit: Int, firstQuality: Int? = nil, curve: QualityCurve = .progressiveJPEG
  ) {
    self.qualities = qualities
    self.limit = limit
    self.curve = curve
    self.firstQuality = min(max(firstQuality ?? qualities.upperBound, qualities.lowerBound), qualities.upperBound)
  }

  /// Tells the search what an encoding came to.
  public mutating func record(quality: Int, bytes: Int) {
    trials.append(Trial(quality: quality, bytes: bytes))
  }

  /// What to do next.
  public var next: Step {
    if trials.isEmpty { return .try(quality: firstQuality) }
    guard high - low > 1 else {
      return best.map { .done(quality: $0.quality) } ?? .impossible(smallestBytes: trials.map(\.bytes).min() ?? 0)
    }
    let guess = isBehindSchedule ? low + (high - low) / 2 : predictedQuality
    return .try(quality: min(max(guess, low + 1), high - 1))
  }

  /// The best encoding that fits so far.
  public var best: Trial? {
    trials.filter { $0.bytes <= limit }.max { $0.quality < $1.quality }
  }

  /// The highest quality known to fit, or the one below the floor.
  private var low: Int { best?.quality ?? qualities.lowerBound - 1 }

  /// The lowest quality above `low` known not to fit, or the one above the ceiling.
  private var high: Int { lowestOver?.quality ?? qualities.upperBound + 1 }

  private var lowestOver: Trial? {
    trials.filter { $0.bytes > limit && $0.quality > low }.min { $0.quality < $1.quality }
  }

  /// True when the bracket is wider than halving it at every second trial, after two free ones, would have left it.
  private var isBehindSchedule: Bool {
    Double(high - low) * exp2(Double(trials.count - 2) / 2) > Double(qualities.count + 1)
  }

  /// The highest quality inside the bracket whose predicted size fits.
  private var predictedQuality: Int {
    let target = log(Double(limit))
    return ((low + 1)..<high).last { curve.logSize(at: $0) + residual(at: $0) <= target } ?? low + 1
  }

  /// How far this picture lies from the curve at a quality: between two trials by a straight line, beyond them constant.
  private func residual(at quality: Int) -> Double {
    let known = [best, lowestOver].compactMap { $0 }
      .map { (quality: $0.quality, value: log(Double(max($0.bytes, 1))) - curve.logSize(at: $0.quality)) }
    guard let left = known.first, let right = known.last else { return 0 }
    guard left.quality != right.quality else { return left.value }
    let part = Double(quality - left.quality) / Double(right.quality - left.quality)
    return left.value + part * (right.value - left.value)
  }
}
