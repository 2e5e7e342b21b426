/// A finished GIF and what it took.
public struct GIFEncoding: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// True when decoders show exactly the pixels that were given (after alpha became all or nothing).
  public let isLossless: Bool
  /// Images in the file; fewer than frames given where neighbours are alike.
  public let frameCount: Int
  /// The mean squared error of a pixel, weighted as `GIFSettings.loss` says.
  public let harm: Double
}
