import Foundation

/// Finds the best GIF under a limit.
///
/// First what loses nothing. Then loss (see `LossLevel`), alone and together with fewer frames and with a smaller picture. Each
/// of these uses the limit well by itself; which of them looks best is measured, not guessed (see `AnimationSimilarity`).
public struct GIFSearch: Sendable {
  /// The most bytes, inclusive.
  public let limit: Int
  /// The smallest part of the original's width and height that is tried.
  public let smallestScale: Double
  /// The longest time in milliseconds that a frame is shown because others were left out.
  public let longestInterval: Int
  /// See `GIFSettings.dithers`.
  public let dithers: Bool

  /// Values beyond what is possible are brought into it.
  public init(limit: Int, smallestScale: Double = 0.2, longestInterval: Int = 200, dithers: Bool = false) {
    self.limit = max(limit, 1)
    self.smallestScale = smallestScale.isFinite ? min(max(smallestScale, 0.01), 1) : 1
    self.longestInterval = longestInterval
    self.dithers = dithers
  }

  /// - Parameters:
  ///   - original: the animation in full size.
  ///   - scaled: gives the original in a part of its width and height, always made from the original itself.
  /// - Throws: `GIFEncodingError.doesNotFit`, and what `scaled` throws.
  public func run(
    _ original: GIFAnimation, scaled: (_ scale: Double) throws -> GIFAnimation
  ) throws -> GIFSearchResult {
    var run = GIFSearchRun(self, original: original)
    return try run.find(scaled)
  }
}
