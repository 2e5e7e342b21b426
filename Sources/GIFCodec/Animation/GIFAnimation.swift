/// Frames of one size in the order they are shown. It has at least one frame, and sides that GIF can say.
public struct GIFAnimation: Hashable, Sendable {
  /// The largest side of a GIF, in pixels.
  public static let largestSide = 65_535

  public let width: Int
  public let height: Int
  public let frames: [GIFFrame]
  /// How often the animation is shown, 0 for ever; nil when it plays once and nothing is written.
  public let loopCount: Int?

  /// - Parameters:
  ///   - width: 1 to 65,535 pixels.
  ///   - height: 1 to 65,535 pixels.
  ///   - frames: at least one, each of width x height pixels.
  ///   - loopCount: 0 for ever, nil for once; brought into 0 to 65,535.
  /// - Throws: `GIFEncodingError` when these make no GIF.
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
