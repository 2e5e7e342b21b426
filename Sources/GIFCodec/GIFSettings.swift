/// How an animation is encoded.
public struct GIFSettings: Hashable, Sendable {
  /// Nothing is lost where GIF allows it: see `GIFEncoding.isLossless`.
  public static let lossless = GIFSettings()

  /// The most colours of a frame, the transparent one among them: 2 to 256.
  public let colors: Int
  /// How much harm a saved bit may do: the squared error of a flat grey pixel, in levels of 0 to 255, shown for the mean time
  /// of a frame. 0: none. Busy areas, where the eye sees less, take more.
  public let loss: Double
  /// Whether mixed colours stand for those that the palette lacks; a fixed pattern, so that still areas do not flicker.
  public let dithers: Bool
  /// Milliseconds that a frame is shown at least; frames in between give their time to the one before. The first and the last
  /// frame stay. 0: all frames stay.
  public let shortestDelay: Int

  /// Values beyond what is possible are brought into it.
  public init(colors: Int = 256, loss: Double = 0, dithers: Bool = false, shortestDelay: Int = 0) {
    self.colors = min(max(colors, 2), 256)
    self.loss = loss.isFinite ? max(loss, 0) : 0
    self.dithers = dithers
    self.shortestDelay = max(shortestDelay, 0)
  }
}
