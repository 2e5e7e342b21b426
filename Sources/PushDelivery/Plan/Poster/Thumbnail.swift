public import MediaFacts

/// A small copy of a frame, to decide whether the frame may represent the whole.
public struct Thumbnail: Hashable, Sendable {
  public let size: PixelSize
  /// RGBA, row by row.
  public let samples: [UInt8]

  /// The longest side needed.
  public static let longestSide = 96

  /// - Returns: nil if the sample count does not fit the size, or is 0.
  public init?(size: PixelSize, samples: [UInt8]) {
    guard size.width > 0, size.height > 0, size.count <= samples.count, size.count * 4 == samples.count else {
      return nil
    }
    self.size = size
    self.samples = samples
  }

  /// The size of a frame's thumbnail: in its shape, at least a pixel each way, and no larger than the frame.
  public static func size(of frame: PixelSize) -> PixelSize {
    let scale = min(1, Double(longestSide) / Double(max(frame.width, frame.height, 1)))
    return PixelSize(
      width: max(1, Int((Double(frame.width) * scale).rounded())),
      height: max(1, Int((Double(frame.height) * scale).rounded())))
  }
}

extension Thumbnail {
  /// Whether every pixel is opaque.
  public var isOpaque: Bool { stride(from: 3, to: samples.count, by: 4).allSatisfy { samples[$0] == 255 } }

  /// Whether any pixel is not wholly transparent.
  public var isVisible: Bool { stride(from: 3, to: samples.count, by: 4).contains { samples[$0] > 0 } }

  /// The part that is not transparent, 0 to 1.
  var visiblePart: Double {
    let alpha = stride(from: 3, to: samples.count, by: 4).reduce(0) { $0 + Int(samples[$1]) }
    return Double(alpha) / 255 / Double(size.count)
  }

  /// Brightness of each pixel as it looks on black, 0 to 255: luma of ITU-R BT.709.
  var luma: [Float] {
    stride(from: 0, to: samples.count, by: 4).map { start in
      let light =
        0.2126 * Float(samples[start]) + 0.7152 * Float(samples[start + 1]) + 0.0722 * Float(samples[start + 2])
      return light * Float(samples[start + 3]) / 255
    }
  }

  /// The part of the visible pixels in each of 64 colours, four levels a channel.
  var histogram: [Float] {
    var counts = [Float](repeating: 0, count: 64)
    var total: Float = 0
    for start in stride(from: 0, to: samples.count, by: 4) {
      let color = Int(samples[start] >> 6) << 4 | Int(samples[start + 1] >> 6) << 2 | Int(samples[start + 2] >> 6)
      counts[color] += Float(samples[start + 3])
      total += Float(samples[start + 3])
    }
    return total > 0 ? counts.map { $0 / total } : counts
  }
}
