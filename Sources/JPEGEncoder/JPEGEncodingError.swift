/// Why there is no JPEG.
public enum JPEGEncodingError: Error, Hashable, Sendable {
  /// A side is not within 1 to `JPEGPixels.largestSide`, or there are more pixels than `JPEGPixels.mostPixels`.
  case unsupportedSize(width: Int, height: Int)
  /// There are not as many bytes as the size needs, or rows are longer than the stride.
  case wrongSampleCount(Int, width: Int, height: Int, stride: Int)
  /// No encoding of this size in pixels fits: `smallest` is the number of bytes of the smallest one.
  case limitTooSmall(Int, smallest: Int)
}

extension JPEGEncodingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let height):
      """
      a picture of \(width)x\(height) pixels cannot be a JPEG: each side is 1 to \(JPEGPixels.largestSide), \
      and there are at most \(JPEGPixels.mostPixels) pixels
      """
    case .wrongSampleCount(let count, let width, let height, let stride):
      "\(count) bytes are no picture of \(width)x\(height) pixels in rows of \(stride) bytes"
    case .limitTooSmall(let limit, let smallest):
      "no JPEG of this picture fits into \(limit) bytes: the smallest takes \(smallest); scale it down"
    }
  }
}
