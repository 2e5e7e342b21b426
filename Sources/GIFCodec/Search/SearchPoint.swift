#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
  ///
  /// - Parameter mostColors: the most that the picture can use.
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
