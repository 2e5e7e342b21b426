/// One picture of an animation and how long it is shown.
public struct GIFFrame: Hashable, Sendable {
  /// The longest time one frame of a GIF can be shown, in milliseconds: 65,535 hundredths of a second.
  public static let longestDelay = 655_350

  /// Red, green, blue and alpha of every pixel, a byte each, rows from top to bottom. GIF's transparency is all or
  /// nothing: an alpha of 128 and more is opaque, less is transparent.
  public let pixels: [UInt8]
  /// Milliseconds, 0 to `longestDelay`.
  public let delay: Int

  /// - Parameter delay: in milliseconds; clamped to GIF's range.
  public init(pixels: [UInt8], delay: Int) {
    self.pixels = pixels
    self.delay = min(max(delay, 0), Self.longestDelay)
  }
}

/// Frames of one size in order. It has at least one frame, and sides that GIF allows.
public struct GIFAnimation: Hashable, Sendable {
  /// The largest side of a GIF, in pixels.
  static let largestSide = 65_535

  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// At least one, each of width x height pixels.
  public let frames: [GIFFrame]
  /// How often the animation is repeated, 0 for ever; nil when it plays once and nothing is written.
  public let loopCount: Int?

  /// - Parameter loopCount: 0 for ever, nil for once; clamped to 0 to 65,535.
  /// - Throws: `GIFEncodingError` when these cannot be a GIF.
  public init(width: Int, height: Int, frames: [GIFFrame], loopCount: Int? = 0) throws(GIFEncodingError) {
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
      throw .unsupportedSize(width: width, height: height)
    }
    guard !frames.isEmpty else { throw .noFrames }
    for (index, frame) in frames.enumerated() where frame.pixels.count != width * height * 4 {
      throw .wrongPixelCount(frame: index, bytes: frame.pixels.count, expected: width * height * 4)
    }
    self.width = width
    self.height = height
    self.frames = frames
    self.loopCount = loopCount.map { min(max($0, 0), 65_535) }
  }

  var pixelCount: Int { width * height }
}

/// Why a GIF is impossible, or impossible under a limit.
public enum GIFEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is 0 or longer than 65,535 pixels.
  case unsupportedSize(width: Int, height: Int)
  /// An animation has at least one frame.
  case noFrames
  /// A frame does not have the animation's size.
  case wrongPixelCount(frame: Int, bytes: Int, expected: Int)
  /// Even the smallest picture, with the fewest frames and most loss allowed, does not fit.
  case doesNotFit(limit: Int, smallestBytes: Int)

  /// The error, and how to fix it.
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
