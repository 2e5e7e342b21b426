public import MediaFacts

/// How a moving rendition was made, as the renderer reports it.
public struct MotionRecord: RenditionRecord {
  public var method: MotionSpecification.Method
  public var size: PixelSize
  /// The duration of one play, in seconds.
  public var duration: Double
  public var frameCount: Int
  /// The scale below the plan's size that was needed to fit; 1 if none.
  public var scale: Double
  /// The encoder settings of a movie, if it was encoded.
  public var movie: Movie?
  /// The encoder settings of a GIF, if it was encoded.
  public var gif: GIF?
  /// Every trial encoding, in order.
  public var encodes: [Encode]
  /// The decoder's warnings, if it did not fail.
  public var damage: String?

  /// How a movie was encoded.
  public struct Movie: Hashable, Sendable, Codable {
    /// x264's constant rate factor, if one encode for a quality was enough.
    public var rateFactor: Double?
    /// Bits of picture a second, if the limit decided.
    public var videoBitRate: Int?
    /// Bits of sound a second; nil if it is silent or its sound was kept.
    public var audioBitRate: Int?

    public init(rateFactor: Double? = nil, videoBitRate: Int? = nil, audioBitRate: Int? = nil) {
      (self.rateFactor, self.videoBitRate, self.audioBitRate) = (rateFactor, videoBitRate, audioBitRate)
    }
  }

  /// How a GIF was encoded.
  public struct GIF: Hashable, Sendable, Codable {
    /// True when every frame shows exactly the source's pixels.
    public var isLossless: Bool
    /// The most colours of a frame.
    public var colorCount: Int
    /// How much pixels may differ, 0 for not at all; on the encoder's scale.
    public var loss: Double

    public init(isLossless: Bool, colorCount: Int, loss: Double) {
      (self.isLossless, self.colorCount, self.loss) = (isLossless, colorCount, loss)
    }
  }

  /// One trial encoding.
  public struct Encode: Hashable, Sendable, Codable {
    public var bytes: Int
    public var width: Int
    /// The settings, for people: `crf 23`, `2 passes, 900 kbit/s`, `64 colours, loss 20`.
    public var setting: String

    public init(bytes: Int, width: Int, setting: String) {
      (self.bytes, self.width, self.setting) = (bytes, width, setting)
    }
  }

  public init(
    method: MotionSpecification.Method, size: PixelSize, duration: Double, frameCount: Int, scale: Double = 1,
    movie: Movie? = nil, gif: GIF? = nil, encodes: [Encode] = [], damage: String? = nil
  ) {
    (self.method, self.size, self.duration, self.frameCount, self.scale) = (method, size, duration, frameCount, scale)
    (self.movie, self.gif, self.encodes, self.damage) = (movie, gif, encodes, damage)
  }
  public var mediaRecord: MediaRecord { .motion(self) }
}
