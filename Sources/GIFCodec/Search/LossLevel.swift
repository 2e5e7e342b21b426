import Foundation

/// How much is lost in colours and strings together, on one scale: each level up doubles the harm a saved bit may do.
enum LossLevel {
  /// Below, nothing is gained that lossless encoding does not give; above, nothing is left to look at.
  static let range = -4.0...9.0
  /// Up to this level loss is hardly seen, and nothing else is given up for less.
  static let hardlySeen = 0.5
  /// Where it is time to ask whether a smaller picture would not look better.
  static let middling = 3.0
  /// By how many powers of two the bytes fall from a level to the next, measured over the six animations of the benchmark.
  static let bytesPerLevel = 0.35

  /// Fewer colours save codes' bits, and are not missed where much else is lost: from 256 at level 1 to 32. Measured as
  /// `bytesPerLevel`.
  ///
  /// - Parameter mostColors: as many as the picture can use.
  static func settings(_ level: Double, mostColors: Int, dithers: Bool, shortestDelay: Int) -> GIFSettings {
    let colors = Int((256 * exp2(min(0, (1 - level) / 1.2))).rounded())
    return GIFSettings(
      colors: min(max(colors, 32), mostColors), loss: exp2(level), dithers: dithers, shortestDelay: shortestDelay)
  }
}
