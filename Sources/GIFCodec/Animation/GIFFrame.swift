/// One picture of an animation and how long it is shown.
public struct GIFFrame: Hashable, Sendable {
  /// The longest time one frame of a GIF can be shown, in milliseconds: 65,535 hundredths of a second.
  public static let longestDelay = 655_350

  /// Red, green, blue and alpha of every pixel, a byte each, rows from top to bottom. GIF's transparency is all or
  /// nothing: an alpha of 128 and more is opaque, less is transparent.
  public let pixels: [UInt8]
  /// Milliseconds, 0 to `longestDelay`.
  public let delay: Int

  /// - Parameters:
  ///   - pixels: RGBA bytes, upright, rows from top to bottom.
  ///   - delay: in milliseconds; brought into what a GIF can say.
  public init(pixels: [UInt8], delay: Int) {
    self.pixels = pixels
    self.delay = min(max(delay, 0), Self.longestDelay)
  }
}
