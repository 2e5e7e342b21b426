/// An image of 8-bit samples in the sRGB colour space (IEC 61966-2-1), without transparency.
public struct SRGBImage: Hashable, Sendable {
  /// The number of samples per pixel, which is the raw value.
  public enum Samples: Int, Hashable, Sendable {
    /// One: grey, with sRGB's tone curve.
    case gray = 1
    /// Three: red, green, blue, in this order.
    case rgb = 3
  }

  /// Pixels in a row; at least 1.
  public let width: Int
  /// Rows; at least 1.
  public let height: Int
  /// The samples of a pixel.
  public let samples: Samples
  /// Bytes from the start of a row to the start of the next; at least `width * samples.rawValue`.
  public let stride: Int
  /// The rows from top to bottom. Bytes between rows are ignored, and the last row may end with its last pixel.
  public let bytes: [UInt8]

  /// - Parameter stride: bytes from the start of a row to the start of the next; nil: the rows are contiguous.
  /// - Throws: `ImageError` when the bytes cannot be such an image.
  public init(width: Int, height: Int, samples: Samples = .rgb, stride: Int? = nil, bytes: [UInt8]) throws(ImageError) {
    guard width > 0, height > 0 else { throw .empty(width: width, height: height) }
    let (rowLength, isTooWide) = width.multipliedReportingOverflow(by: samples.rawValue)
    let stride = stride ?? rowLength
    guard !isTooWide, stride >= rowLength else { throw .shortStride(stride, width: width, samples: samples) }
    let (rowsAbove, isTooHigh) = stride.multipliedReportingOverflow(by: height - 1)
    let (length, isTooLong) = rowsAbove.addingReportingOverflow(rowLength)
    guard !isTooHigh, !isTooLong, bytes.count >= length else {
      throw .tooFewBytes(bytes.count, width: width, height: height, stride: stride)
    }
    self.width = width
    self.height = height
    self.samples = samples
    self.stride = stride
    self.bytes = bytes
  }
}

/// Why images cannot be scored.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An image without pixels.
  case empty(width: Int, height: Int)
  /// The rows would overlap, or overflow.
  case shortStride(Int, width: Int, samples: SRGBImage.Samples)
  /// The bytes end before the image does.
  case tooFewBytes(Int, width: Int, height: Int, stride: Int)
  /// The candidate's size differs from the reference's.
  case sizesDiffer(width: Int, height: Int, referenceWidth: Int, referenceHeight: Int)

  /// The error, and how to fix it.
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
