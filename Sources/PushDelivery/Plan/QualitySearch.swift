import Essentials
public import MediaFacts

/// Finds the highest quality whose bytes fit a limit, in few encodings. A pure value: it takes the size of an encoding and returns the next
/// step.
///
/// A bracketed secant on log bytes. Sizes are compared with a prior curve, and the residual to that curve is interpolated, because it is
/// far straighter. Answers are always strictly inside the bracket. Whenever it is wider than after halving at every second trial, the
/// middle is tried, so the search ends after at most 2 log2(n) + 2 trials. Sizes of real encoders are not strictly monotone in quality:
/// only a quality that was tried and fits is the answer.
///
/// The first trial is the ceiling: most pictures scaled to a phone's screen fit there.
public struct QualitySearch: Sendable {
  /// One encoding: its quality and its bytes.
  public struct Trial: Hashable, Sendable, Codable {
    public let quality: Int
    public let bytes: Int

    public init(quality: Int, bytes: Int) {
      (self.quality, self.bytes) = (quality, bytes)
    }
  }

  /// The next step.
  public enum Step: Hashable, Sendable {
    /// Encode at this quality and record the bytes. Never a quality that was recorded before.
    case `try`(quality: Int)
    /// This quality fits, and the next one is above the ceiling or does not fit.
    case done(quality: Int)
    /// Not even the floor fits; the fewest bytes seen.
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
  ///   - firstQuality: the start; the ceiling if nothing better is known.
  ///   - curve: the encoder's mean curve.
  public init(
    qualities: ClosedRange<Int>, limit: Int, firstQuality: Int? = nil, curve: QualityCurve = .progressiveJPEG
  ) {
    (self.qualities, self.limit, self.curve) = (qualities, limit, curve)
    self.firstQuality = min(max(firstQuality ?? qualities.upperBound, qualities.lowerBound), qualities.upperBound)
  }

  /// Records an encoding.
  public mutating func record(quality: Int, bytes: Int) { trials.append(Trial(quality: quality, bytes: bytes)) }

  /// The next step.
  public var next: Step {
    if trials.isEmpty { return .try(quality: firstQuality) }
    guard high - low > 1 else {
      return best.map { .done(quality: $0.quality) } ?? .impossible(smallestBytes: trials.map(\.bytes).min() ?? 0)
    }
    let guess = isBehindSchedule ? low + (high - low) / 2 : predictedQuality
    return .try(quality: min(max(guess, low + 1), high - 1))
  }

  /// The best encoding that fits so far.
  public var best: Trial? { trials.filter { $0.bytes <= limit }.max { $0.quality < $1.quality } }

  /// The highest quality known to fit, or the one below the floor.
  private var low: Int { best?.quality ?? qualities.lowerBound - 1 }

  /// The lowest quality above `low` known not to fit, or the one above the ceiling.
  private var high: Int { lowestOver?.quality ?? qualities.upperBound + 1 }

  private var lowestOver: Trial? {
    trials.filter { $0.bytes > limit && $0.quality > low }.min { $0.quality < $1.quality }
  }

  /// True if the bracket is wider than after halving it at every second trial, except two free ones.
  private var isBehindSchedule: Bool {
    Double(high - low) * exp2(Double(trials.count - 2) / 2) > Double(qualities.count + 1)
  }

  /// The highest quality inside the bracket whose predicted size fits.
  private var predictedQuality: Int {
    let target = log(Double(limit))
    return ((low + 1)..<high).last { curve.logSize(at: $0) + residual(at: $0) <= target } ?? low + 1
  }

  /// The distance of this picture from the curve at a quality: linear between two trials, constant outside.
  private func residual(at quality: Int) -> Double {
    let known = [best, lowestOver].compactMap { $0 }
      .map { (quality: $0.quality, value: log(Double(max($0.bytes, 1))) - curve.logSize(at: $0.quality)) }
    guard let left = known.first, let right = known.last else { return 0 }
    guard left.quality != right.quality else { return left.value }
    let part = Double(quality - left.quality) / Double(right.quality - left.quality)
    return left.value + part * (right.value - left.value)
  }
}

/// How the size of a JPEG grows with its quality, as natural logarithms relative to quality 75.
///
/// A mean curve cannot predict the size of a picture (pictures of one size differ tenfold). But after one trial it predicts well how much
/// another quality changes it. So it only guides the search.
public struct QualityCurve: Sendable {
  /// Qualities in rising order with ln(bytes / bytes at quality 75).
  private let knots: [(quality: Int, logSize: Double)]

  /// The curve of libvips' progressive encoder on libjpeg-turbo. The mean of 26 encodings of 13 camera photographs at 1.9 and 0.4
  /// megapixels; the standard deviation is 0.04 at quality 80, 0.13 at 90, 0.07 at 60. With 4:4:4 chroma it is the same to 0.02
  /// between qualities 30 and 90.
  public static let progressiveJPEG = QualityCurve(knots: [
    (5, -1.721), (10, -1.325), (15, -1.100), (20, -0.940), (25, -0.808), (30, -0.701), (35, -0.609), (40, -0.537),
    (45, -0.459), (50, -0.399), (55, -0.339), (60, -0.270), (65, -0.186), (70, -0.097), (75, 0), (80, 0.140),
    (82, 0.202), (84, 0.275), (86, 0.356), (88, 0.442), (89, 0.478), (90, 0.547), (92, 0.645), (94, 0.828),
    (95, 0.936), (97, 1.187), (100, 1.718),
  ])

  /// How many times larger a picture is with 4:4:4 chroma than with 4:2:0: the mean of the same encodings at quality 90. Nine in ten are
  /// between 1.14 and 1.5.
  public static let fullChromaFactor = 1.31

  /// ln(bytes / bytes at quality 75), linear between the knots, with the last slope outside them.
  public func logSize(at quality: Int) -> Double {
    let above = knots.firstIndex { $0.quality >= quality } ?? knots.count - 1
    let right = knots[max(above, 1)]
    let left = knots[max(above, 1) - 1]
    let part = Double(quality - left.quality) / Double(right.quality - left.quality)
    return left.logSize + part * (right.logSize - left.logSize)
  }

  /// The highest quality that fits a limit if a picture follows the curve from one trial on; the lowest of the range if none does.
  public func highestQuality(
    in qualities: ClosedRange<Int>, fitting limit: Int, after trial: QualitySearch.Trial
  ) -> Int {
    let allowed = log(Double(limit) / Double(max(trial.bytes, 1))) + logSize(at: trial.quality)
    return qualities.last { logSize(at: $0) <= allowed } ?? qualities.lowerBound
  }
}

/// Chooses the next smaller scale for a picture that does not fit even at the lowest quality. A pure value.
///
/// Bytes grow about with the number of pixels, so the next scale is the last times the square root of limit / bytes, a little
/// less so that it rarely takes another round.
public struct ScaleSearch: Sendable {
  /// The size at scale 1.
  public let fullSize: PixelSize
  /// The most bytes, inclusive.
  public let limit: Int
  /// The scale in use, 1 at first.
  public private(set) var scale = 1.0
  /// The smallest scale at which nothing fitted.
  private var smallestOver: Double?

  /// A rendition whose longer side is below this many pixels shows nothing; the search ends there.
  public static let smallestLongSide = 64

  public init(fullSize: PixelSize, limit: Int) {
    (self.fullSize, self.limit) = (fullSize, limit)
  }

  /// The size at the scale in use, both sides at least 1.
  public var size: PixelSize { fullSize.scaled(by: scale) }

  /// Goes down after the smallest encoding at this scale took `bytes`, more than the limit.
  ///
  /// - Returns: false if it is already as small as makes sense.
  public mutating func shrink(after bytes: Int) -> Bool {
    let longSide = Double(max(fullSize.width, fullSize.height))
    let smallest = min(1, Double(Self.smallestLongSide) / longSide)
    smallestOver = min(smallestOver ?? scale, scale)
    guard scale > smallest else { return false }
    // 0.97 leaves room for detail that gets denser in a smaller picture; 0.95 a step keeps rounds few.
    let wanted = scale * min(0.95, 0.97 * (Double(limit) / Double(max(bytes, 1))).squareRoot())
    scale = max(smallest, wanted)
    return true
  }

  /// Goes up again from a scale that fits far below the limit, as with patterns that shrinking smooths away. The new scale stays below
  /// every one that did not fit.
  ///
  /// - Parameters:
  ///   - fitting: the largest scale known to fit; if the current scale is above it, that is too large.
  ///   - bytes: of the best encoding there.
  /// - Returns: false if nothing in between is worth a try.
  public mutating func grow(from fitting: Double, after bytes: Int) -> Bool {
    if scale > fitting { smallestOver = min(smallestOver ?? scale, scale) }
    guard let smallestOver, bytes * 100 < limit * 85 else { return false }
    let wanted = fitting * 0.97 * (Double(limit) / Double(max(bytes, 1))).squareRoot()
    let next = min(wanted, (fitting + smallestOver) / 2)
    guard next > fitting * 1.05 else { return false }
    scale = next
    return true
  }
}
