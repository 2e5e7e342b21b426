/// Encodes an animation as GIF. It has analysed the colours once; encoding again with other settings costs less.
public struct GIFEncoder: Sendable {
  private let animation: GIFAnimation
  private let colors: AnimationColors

  public init(_ animation: GIFAnimation) {
    self.animation = animation
    colors = AnimationColors(animation)
  }

  /// The number of colours of all frames, including one for transparency; 256 where there are more.
  var colorCount: Int { min((colors.all(count: 255)?.count ?? 255) + 1, 256) }

  /// The same settings always give the same bytes.
  ///
  /// Memory besides the animation: about 40 bytes for each pixel of one frame.
  public func encode(_ settings: GIFSettings = .lossless) -> GIFEncoding {
    var pass = EncodingPass(animation, colors: colors, settings: settings)
    return pass.encode()
  }
}

/// How an animation is encoded.
public struct GIFSettings: Hashable, Sendable {
  /// Loses nothing where GIF allows it: see `GIFEncoding.isLossless`.
  public static let lossless = GIFSettings()

  /// The most colours of a frame, including the transparent one: 2 to 256.
  public let colors: Int
  /// The distortion accepted to save a bit, the Lagrange multiplier of rate-distortion theory: the squared error of a flat
  /// grey pixel, in levels of 0 to 255, shown for the mean time of a frame. 0: none. Busy areas, where errors are less
  /// visible, take more.
  public let loss: Double
  /// Whether mixed colours replace missing ones; in a fixed pattern, so that still areas do not flicker.
  public let dithers: Bool
  /// The shortest time of a frame in milliseconds; shorter frames give their time to the one before. The first and the last
  /// frame stay. 0: all frames stay.
  public let shortestDelay: Int

  /// Clamps values to the possible range.
  public init(colors: Int = 256, loss: Double = 0, dithers: Bool = false, shortestDelay: Int = 0) {
    self.colors = min(max(colors, 2), 256)
    self.loss = loss.isFinite ? max(loss, 0) : 0
    self.dithers = dithers
    self.shortestDelay = max(shortestDelay, 0)
  }
}

/// A finished GIF and its numbers.
public struct GIFEncoding: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// True when decoders show exactly the given pixels (with alpha made all or nothing).
  public let isLossless: Bool
  /// Images in the file; fewer than the given frames where neighbours are equal.
  public let frameCount: Int
  /// The mean squared error of a pixel, weighted as `GIFSettings.loss` says.
  public let distortion: Double
}
