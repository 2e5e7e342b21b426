public import MediaFacts

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
    self.fullSize = fullSize
    self.limit = limit
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
