/// A picture of 8-bit samples in the sRGB colour space, without transparency.
public struct JPEGPixels: Sendable {
  /// The bytes of one pixel, in order.
  public enum Layout: Int, Hashable, Sendable {
    /// One byte: luma.
    case gray = 1
    /// Three bytes: red, green, blue.
    case rgb = 3
  }

  /// The largest width and height that libjpeg, and so nearly every decoder, takes.
  public static let largestSide = 65_500
  /// The most pixels: beyond, counts of coefficients would need more than 32 bits.
  public static let mostPixels = 1 << 28

  public let width: Int
  public let height: Int
  public let layout: Layout
  /// Bytes from the beginning of one row to that of the next.
  public let stride: Int
  /// The rows from top to bottom.
  public let samples: [UInt8]

  /// Takes samples without copying them.
  ///
  /// - Parameters:
  ///   - width: pixels in a row, 1 to `largestSide`.
  ///   - height: rows, 1 to `largestSide`.
  ///   - stride: bytes from the beginning of one row to that of the next; nil where rows follow each other without a gap.
  ///   - samples: the rows from top to bottom; bytes beyond the last row's end are ignored.
  /// - Throws: `JPEGEncodingError` where a JPEG cannot have the size, or the number of samples is wrong.
  public init(width: Int, height: Int, layout: Layout, stride: Int? = nil, samples: [UInt8]) throws(JPEGEncodingError) {
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height), width * height <= Self.mostPixels else {
      throw .unsupportedSize(width: width, height: height)
    }
    let rowBytes = width * layout.rawValue
    let stride = stride ?? rowBytes
    let (offset, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    guard stride >= rowBytes, !overflow, offset <= samples.count, samples.count - offset >= rowBytes else {
      throw .wrongSampleCount(samples.count, width: width, height: height, stride: stride)
    }
    (self.width, self.height, self.layout, self.stride, self.samples) = (width, height, layout, stride, samples)
  }

  /// The sum of squared differences to a picture of the same size; its layout may differ.
  func squaredError(_ other: JPEGPixels) -> Int {
    var sum = 0
    for y in 0..<height {
      for x in 0..<width {
        let (first, second) = (y * stride + x * layout.rawValue, y * other.stride + x * other.layout.rawValue)
        for channel in 0..<3 {
          let sample = Int(samples[first + min(channel, layout.rawValue - 1)])
          let difference = sample - Int(other.samples[second + min(channel, other.layout.rawValue - 1)])
          sum += difference * difference
        }
      }
    }
    return sum
  }

  /// Whether any pixel has one.
  var hasColor: Bool {
    guard layout == .rgb else { return false }
    return (0..<height).contains { y in
      Swift.stride(from: y * stride, to: y * stride + 3 * width, by: 3).contains { start in
        samples[start] != samples[start + 1] || samples[start] != samples[start + 2]
      }
    }
  }

  /// Rows without a gap, of a valid size.
  init(width: Int, height: Int, layout: Layout, packed samples: [UInt8]) {
    (self.width, self.height, self.layout) = (width, height, layout)
    stride = width * layout.rawValue
    self.samples = samples
  }
}

/// Why a JPEG is impossible.
public enum JPEGEncodingError: Error, Hashable, Sendable {
  /// A side is not within 1 to `JPEGPixels.largestSide`, or there are more pixels than `JPEGPixels.mostPixels`.
  case unsupportedSize(width: Int, height: Int)
  /// The size needs another number of bytes, or rows are longer than the stride.
  case wrongSampleCount(Int, width: Int, height: Int, stride: Int)
  /// Nothing of this size in pixels fits: `smallest` is the bytes of the smallest encoding.
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
