/// Why pictures make no GIF, or none under a limit.
public enum GIFEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  case unsupportedSize(width: Int, height: Int)
  case noFrames
  case wrongPixelCount(frame: Int, bytes: Int, expected: Int)
  /// Not even the smallest picture, with the fewest frames and most loss allowed, fits.
  case doesNotFit(limit: Int, smallestBytes: Int)

  public var description: String {
    switch self {
    case .unsupportedSize(let width, let height):
      "A GIF cannot be \(width) x \(height) pixels: each side is 1 to \(GIFAnimation.largestSide). Scale it first."
    case .noFrames: "An animation without frames cannot be written. Give at least one."
    case .wrongPixelCount(let frame, let bytes, let expected):
      "Frame \(frame) has \(bytes) bytes of pixels where its size needs \(expected). Give RGBA frames of one size."
    case .doesNotFit(let limit, let smallestBytes):
      "The animation does not fit into \(limit) bytes; the smallest GIF that was tried has \(smallestBytes). "
        + "Raise the limit, shorten the animation or allow a smaller scale."
    }
  }
}
