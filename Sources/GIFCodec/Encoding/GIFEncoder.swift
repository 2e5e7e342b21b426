/// Encodes an animation as GIF. It has looked at the colours once; encoding again with other settings costs less.
public struct GIFEncoder: Sendable {
  private let animation: GIFAnimation
  private let colors: AnimationColors

  public init(_ animation: GIFAnimation) {
    self.animation = animation
    colors = AnimationColors(animation)
  }

  /// The colours of all frames together, one for what is transparent among them; 256 where there are more.
  var colorCount: Int { min((colors.all(count: 255)?.count ?? 255) + 1, 256) }

  /// The same settings always give the same bytes.
  ///
  /// Memory beside the animation: about 40 bytes for each pixel of one frame.
  public func encode(_ settings: GIFSettings = .lossless) -> GIFEncoding {
    var pass = EncodingPass(animation, colors: colors, settings: settings)
    return pass.encode()
  }
}

/// How an animation is encoded.
public struct GIFSettings: Hashable, Sendable {
  /// Nothing is lost where GIF allows it: see `GIFEncoding.isLossless`.
  public static let lossless = GIFSettings()

  /// The most colours of a frame, the transparent one among them: 2 to 256.
  public let colors: Int
  /// The distortion that is taken for a bit less, the Lagrange multiplier of rate-distortion theory: the squared error of a
  /// flat grey pixel, in levels of 0 to 255, shown for the mean time of a frame. 0: none. Busy areas, where the eye sees less,
  /// take more.
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

/// A finished GIF and what it took.
public struct GIFEncoding: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// True when decoders show exactly the pixels that were given (after alpha became all or nothing).
  public let isLossless: Bool
  /// Images in the file; fewer than frames given where neighbours are alike.
  public let frameCount: Int
  /// The mean squared error of a pixel, weighted as `GIFSettings.loss` says.
  public let distortion: Double
}
