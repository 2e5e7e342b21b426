import Foundation

/// How much of the picture and of its frames is kept, and the loss that is expected to fit then.
struct SearchPlace {
  /// Each smaller picture has this part of the one before's width and height.
  static let scaleStep = 0.8
  /// By how many powers of two the bytes fall with each step: a little less than the pixels do. Measured as
  /// `LossLevel.bytesPerLevel`.
  static let bytesPerStep = 0.55
  /// By how many powers of two the bytes fall when every second frame is left out.
  private static let bytesPerHalf = 0.4

  /// How often the picture was made smaller.
  let step: Int
  /// One of so many frames is kept.
  let factor: Int
  let level: Double

  var scale: Double { pow(Self.scaleStep, Double(step)) }

  func smaller(than least: Double) -> SearchPlace? {
    guard scale * Self.scaleStep >= least else { return nil }
    return SearchPlace(step: step + 1, factor: factor, level: level - Self.bytesPerStep / LossLevel.bytesPerLevel)
  }

  var larger: SearchPlace? {
    guard step > 0 else { return nil }
    return SearchPlace(step: step - 1, factor: factor, level: level + Self.bytesPerStep / LossLevel.bytesPerLevel)
  }

  var fewerFrames: SearchPlace {
    let gain = Self.bytesPerHalf * log2(Double(factor + 1) / Double(factor))
    return SearchPlace(step: step, factor: factor + 1, level: level - gain / LossLevel.bytesPerLevel)
  }

  func at(level: Double) -> SearchPlace { SearchPlace(step: step, factor: factor, level: level) }
}
