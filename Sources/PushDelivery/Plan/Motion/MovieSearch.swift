import Essentials
public import MediaFacts

/// Finds the best movie under a limit with few encodes. A pure value: it takes the size of an encode and returns the next step.
///
/// The first encode aims at a quality; if that fits, it is the result, so that clips are not inflated to the limit. Otherwise the limit
/// gives the bit rate, in two passes. The statistics of the first encode serve as the first pass if it came near the limit. Further away
/// they mislead (measured: 0.5 to 1 point of SSIM lost at a fifth of the bytes), so it is stopped early. Frames get smaller if, scaled
/// back, they then show more than blocks at full size.
public struct MovieSearch: Sendable {
  /// One encode.
  public enum Step: Hashable, Sendable {
    /// One pass at a constant quality, keeping statistics; cut off beyond so many bytes.
    case quality(PixelSize, largestBytes: Int)
    /// Not an encode: measure how well the source's frames survive this size, scaled back.
    case comparison(PixelSize)
    /// A quick first pass, only for its statistics.
    case survey(PixelSize, bitRate: Int)
    /// A second pass with the statistics for this size.
    case rate(PixelSize, bitRate: Int, largestBytes: Int)
    /// The last encode that fitted is the result.
    case done
    /// No recognisable movie fits; the fewest bytes that were reached.
    case impossible(smallestBytes: Int)
  }

  /// The next step.
  public private(set) var next: Step
  private let budget: MovieBudget
  private let limit: Int
  private var size: PixelSize
  /// How many limits an encode for the quality would take.
  private var excess = 1.0
  /// Second passes at this size so far.
  private var tries = 0
  private var hasFitted = false
  private var smallestBytes = Int.max
  /// Second passes at this size that fitted and that did not, nearest the limit.
  private var under: Trial?
  private var over: Trial?

  private struct Trial: Sendable {
    var bitRate: Int
    var bytes: Int
  }

  /// - Parameters:
  ///   - budget: gives the target in bytes.
  ///   - limit: the most bytes, inclusive; perhaps above the target.
  ///   - size: of the frames, even.
  public init(_ budget: MovieBudget, limit: Int, size: PixelSize) {
    (self.budget, self.limit, self.size) = (budget, limit, size)
    next = .quality(size, largestBytes: Self.bytes(limit, times: Self.usefulExcess))
  }

  /// x264's constant rate factor: visually close to the source on phones, at about half the bytes of "transparent".
  public static let rateFactor = 22.0
  /// The least share of the target for a result at the limit.
  static let leastShare = 0.92
  /// Statistics of an encode that took more than so many limits are useless.
  static let usefulExcess = 1.5
  /// Frames keep their size if the encode for the quality would take less than so many limits. Measured on real clips: SSIM at 2.6 limits
  /// 0.964 at full size and 0.959 at 3/4 of it, at 5 limits 0.935 and 0.941.
  static let bearableExcess = 3.0
  /// Otherwise they shrink until it would take so many. Measured: at 5 and 10 limits SSIM is best at 0.6 and 0.45 of the size (0.944 and
  /// 0.918; at full size 0.935 and 0.822), which is about this.
  static let comfortableExcess = 2.4
  /// The loss of similarity, 1 - SSIM, that smaller frames may cost, for each limit that the encode would take: about the cost of coding so
  /// coarsely. Measured at 4 to 5 limits: real clips lose 0.003 to 0.017 and gain by it; drawings with sharp edges lose 0.022 and do not.
  static let bearableLoss = 0.004
  /// A movie with a shorter longer side shows nothing.
  static let smallestLongSide = 128
  /// Second passes at one size: the first, and corrections.
  static let mostTries = 4

  /// Records the step's result.
  ///
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - part: how much of the movie it holds, 0...1; 1 unless it was cut off.
  public mutating func record(bytes: Int, part: Double = 1) {
    let isWhole = part >= 1
    switch next {
    case .quality: recordQuality(bytes: bytes, part: part)
    case .survey(let size, let bitRate): next = rate(size, bitRate)
    case .rate(_, let bitRate, _):
      recordRate(bitRate, bytes: isWhole ? bytes : Self.bytes(bytes, times: 1 / max(part, 0.01)), isWhole: isWhole)
    case .comparison, .done, .impossible: break
    }
  }

  private mutating func recordQuality(bytes: Int, part: Double) {
    let target = min(limit, budget.limit)
    if part >= 1, bytes <= target {
      next = .done
    } else if part >= 1 {
      smallestBytes = bytes
      hasFitted = bytes <= limit
      next = rate(size, budget.videoBitRate)
    } else {
      excess = Double(bytes) / max(part, 0.01) / Double(limit)
      let smaller = shrunk(by: Self.factor(for: excess / Self.comfortableExcess))
      next = excess > Self.bearableExcess && smaller != size ? .comparison(smaller) : survey
    }
  }

  /// Records how similar frames stay at the comparison's size.
  ///
  /// - Parameter similarity: SSIM of all planes, mean of some frames.
  public mutating func record(similarity: Double) {
    guard case .comparison(let smaller) = next else { return }
    if 1 - similarity <= Self.bearableLoss * excess { use(smaller) }
    next = survey
  }

  private var survey: Step { .survey(size, bitRate: budget.videoBitRate) }

  private mutating func recordRate(_ bitRate: Int, bytes: Int, isWhole: Bool) {
    tries += 1
    let trial = Trial(bitRate: bitRate, bytes: bytes)
    if isWhole { smallestBytes = min(smallestBytes, bytes) }
    if isWhole, bytes <= limit {
      hasFitted = true
      under = trial
    } else {
      over = trial
    }
    let isEnough = Double(under?.bytes ?? 0) >= Double(min(limit, budget.limit)) * Self.leastShare
    if isEnough || (hasFitted && tries >= Self.mostTries) || (hasFitted && under == nil) {
      next = .done
    } else if tries < Self.mostTries, let better = betterRate(after: trial) {
      next = rate(size, better)
    } else {
      next = hasFitted ? .done : smaller(after: bytes)
    }
  }

  /// Between a rate that fitted and one that did not; with only one of them, in proportion.
  private func betterRate(after trial: Trial) -> Int? {
    let isOver = over?.bitRate == trial.bitRate
    let proportional = budget.bitRate(after: trial.bitRate, bytes: trial.bytes, aim: isOver ? 0.985 : 0.97)
    guard let under, let over else {
      let isProgress = isOver ? proportional < trial.bitRate : proportional > trial.bitRate
      return isProgress && proportional > MovieBudget.smallestBitRate ? proportional : nil
    }
    guard over.bitRate - under.bitRate > over.bitRate / 200, over.bytes > under.bytes else { return nil }
    let part = (Double(min(limit, budget.limit)) * 0.97 - Double(under.bytes)) / Double(over.bytes - under.bytes)
    return under.bitRate + Int(Double(over.bitRate - under.bitRate) * min(max(part, 0.1), 0.9))
  }

  /// Records that the encoder refused a step's rate: not even its own notes would fit.
  public mutating func recordRefusal() { next = hasFitted ? .done : smaller(after: Self.bytes(limit, times: 1.5)) }

  /// If the encoder cannot go low enough, frames get smaller.
  private mutating func smaller(after bytes: Int) -> Step {
    let smaller = shrunk(by: Self.factor(for: 1.2 * Double(bytes) / Double(limit)))
    if smaller.count < size.count {
      use(smaller)
      return survey
    }
    return .impossible(smallestBytes: max(smallestBytes == .max ? bytes : smallestBytes, limit + 1))
  }

  private func rate(_ size: PixelSize, _ bitRate: Int) -> Step {
    .rate(size, bitRate: bitRate, largestBytes: Self.bytes(limit, times: Self.usefulExcess))
  }

  /// The factor for the sides that divides bytes by `excess`: a smaller picture has denser detail, so bytes fall more slowly than pixels.
  private static func factor(for excess: Double) -> Double { min(0.9, pow(excess, -1 / 1.6)) }

  /// A smaller size, or the same if frames are as small as makes sense.
  private func shrunk(by factor: Double) -> PixelSize {
    let longSide = max(size.width, size.height)
    let smallest = min(1, Double(Self.smallestLongSide) / Double(max(longSide, 1)))
    let smaller = size.scaled(by: max(smallest, factor)).even
    return smaller.count < size.count ? smaller : size
  }

  private mutating func use(_ smaller: PixelSize) {
    size = smaller
    (tries, under, over) = (0, nil, nil)
  }

  private static func bytes(_ count: Int, times factor: Double) -> Int { Int(min(Double(count) * factor, 1e15)) }
}
