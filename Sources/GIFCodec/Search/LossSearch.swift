#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds the level of loss at which an animation just fits a limit, in few encodings: a bracketed secant on the logarithm of
/// the bytes, which falls about evenly with each level.
struct LossSearch {
  /// One encoding and its size.
  struct Point {
    let level: Double
    let bytes: Int
  }

  /// From this share on the limit is well used.
  private static let wellUsed = 0.93
  /// The target, so that a small error does not exceed the limit.
  private static let aim = 0.975
  /// Below this share, or if nothing fits, a longer search is worthwhile.
  private static let badlyUsed = 0.85
  private static let mostTrials = 5
  private static let mostTrialsWhileBad = 9

  let limit: Int
  private let first: Double
  private(set) var points: [Point] = []

  init(limit: Int, first: Double) {
    self.limit = limit
    self.first = min(max(first, LossLevel.range.lowerBound), LossLevel.range.upperBound)
  }

  mutating func record(level: Double, bytes: Int) { points.append(Point(level: level, bytes: bytes)) }

  /// The largest encoding that fits so far.
  var best: Point? {
    points.filter { $0.bytes <= limit }.max { $0.bytes < $1.bytes }
  }

  /// The level to try next; nil when the search is over.
  var next: Double? {
    guard let last = points.last else { return first }
    let range = LossLevel.range
    if let best, Double(best.bytes) >= Self.wellUsed * Double(limit) || best.level == range.lowerBound { return nil }
    let isBad = Double(best?.bytes ?? 0) < Self.badlyUsed * Double(limit)
    guard points.count < (isBad ? Self.mostTrialsWhileBad : Self.mostTrials) else { return nil }
    let over = points.filter { $0.bytes > limit }.max { $0.level < $1.level }
    if let over, over.level == range.upperBound { return nil }
    guard let over, let best else { return min(max(last.level + step(last), range.lowerBound), range.upperBound) }
    return between(over, best)
  }

  /// How far to go without a bound on the other side of the limit: by the mean fall of bytes, or twice the last step,
  /// since this picture is then unusual.
  private func step(_ last: Point) -> Double {
    let way = (log2(Double(last.bytes)) - log2(Self.aim * Double(limit))) / LossLevel.bytesPerLevel
    let before = points.count > 1 ? abs(last.level - points[points.count - 2].level) * 2 : 0.3
    return way < 0 ? min(way, -before) : max(way, before)
  }

  private func between(_ over: Point, _ best: Point) -> Double? {
    // Sizes are not strictly monotone: where they cross, nothing is in between.
    guard best.level - over.level > 0.02 else { return nil }
    let (most, least) = (log2(Double(over.bytes)), log2(Double(best.bytes)))
    // Every second time the middle: bytes can fall steeply, which a secant misses.
    let part = points.count % 2 == 0 ? 0.5 : (most - log2(Self.aim * Double(limit))) / max(most - least, 0.001)
    return over.level + min(max(part, 0.1), 0.9) * (best.level - over.level)
  }
}

/// The loss of colours and strings together, on one scale: each level up doubles the distortion accepted to save a bit.
enum LossLevel {
  /// Below, lossless encoding is as good; above, the picture is useless.
  static let range = -4.0...9.0
  /// Up to this level loss is hardly visible, and nothing else is given up instead.
  static let hardlySeen = 0.5
  /// Where a smaller picture may look better.
  static let middling = 3.0
  /// By how many powers of two the bytes fall per level, measured over the benchmark's six animations.
  static let bytesPerLevel = 0.35

  /// Fewer colours save bits of codes, and matter little where much else is lost: from 256 at level 1 to 32. Measured
  /// as `bytesPerLevel`.
  static func settings(_ level: Double, mostColors: Int, dithers: Bool, shortestDelay: Int) -> GIFSettings {
    let colors = Int((256 * exp2(min(0, (1 - level) / 1.2))).rounded())
    return GIFSettings(
      colors: min(max(colors, 32), mostColors), loss: exp2(level), dithers: dithers, shortestDelay: shortestDelay)
  }
}

/// A scale, a frame rate, and the loss that is expected to fit.
struct SearchPoint {
  /// Each smaller picture has this share of the previous width and height.
  static let scaleStep = 0.8
  /// By how many powers of two the bytes fall per step: a little less than the pixels. Measured as
  /// `LossLevel.bytesPerLevel`.
  static let bytesPerStep = 0.55
  /// By how many powers of two the bytes fall when every second frame is left out.
  private static let bytesPerHalf = 0.4

  /// How often the picture was made smaller.
  let step: Int
  /// One of so many frames is kept.
  let factor: Int
  let level: Double

  /// The part of the original's width and height.
  var scale: Double { pow(Self.scaleStep, Double(step)) }

  func smaller(than least: Double) -> SearchPoint? {
    guard scale * Self.scaleStep >= least else { return nil }
    return SearchPoint(step: step + 1, factor: factor, level: level - Self.bytesPerStep / LossLevel.bytesPerLevel)
  }

  var larger: SearchPoint? {
    guard step > 0 else { return nil }
    return SearchPoint(step: step - 1, factor: factor, level: level + Self.bytesPerStep / LossLevel.bytesPerLevel)
  }

  var fewerFrames: SearchPoint {
    let gain = Self.bytesPerHalf * log2(Double(factor + 1) / Double(factor))
    return SearchPoint(step: step, factor: factor + 1, level: level - gain / LossLevel.bytesPerLevel)
  }

  func at(level: Double) -> SearchPoint { SearchPoint(step: step, factor: factor, level: level) }
}
