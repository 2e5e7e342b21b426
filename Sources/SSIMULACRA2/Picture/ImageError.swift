/// Why images cannot be scored.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An image without pixels.
  case empty(width: Int, height: Int)
  /// The rows would overlap, or are longer than a machine can count.
  case shortStride(Int, width: Int, samples: SRGBImage.Samples)
  /// The bytes end before the image does.
  case tooFewBytes(Int, width: Int, height: Int, stride: Int)
  /// The candidate is not as large as the reference.
  case sizesDiffer(width: Int, height: Int, referenceWidth: Int, referenceHeight: Int)

  /// What is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .empty(let width, let height):
      "a picture of \(width) x \(height) pixels has nothing to judge: give at least one pixel"
    case .shortStride(let stride, let width, let samples):
      "a stride of \(stride) bytes does not hold a row of \(width) pixels with \(samples.rawValue) bytes each:"
        + " give the distance from row to row in bytes"
    case .tooFewBytes(let count, let width, let height, let stride):
      "\(count) bytes are not enough for \(width) x \(height) pixels with \(stride) bytes from row to row:"
        + " give all rows"
    case .sizesDiffer(let width, let height, let referenceWidth, let referenceHeight):
      "the candidate has \(width) x \(height) pixels, the reference \(referenceWidth) x \(referenceHeight):"
        + " pictures are compared pixel by pixel, so bring them to one size first"
    }
  }
}
