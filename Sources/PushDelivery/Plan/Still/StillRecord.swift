public import MediaFacts

/// How the rendition of a still was made, as the renderer reports it.
public struct StillRecord: RenditionRecord {
  public var method: StillSpecification.Method
  public var size: PixelSize
  /// The JPEG quality, where it was chosen here.
  public var quality: Int?
  /// How much it looks like the picture at its planned size, in points of SSIMULACRA 2, to a hundredth: 100 is the same pixels. A
  /// smaller picture is enlarged as clients do, and a transparent one seen over white and over black, of which the worse counts.
  /// nil for bytes that were kept.
  public var score: Double?
  /// How chroma is stored in a JPEG that was encoded here: `4:2:0` or `4:4:4`; nil for gray and PNG.
  public var chromaSubsampling: String?
  /// The scale below the plan's size that was needed to fit; 1 when none was.
  public var scale: Double
  /// Whether a PNG got a palette.
  public var hasPalette: Bool
  /// A quick encoding that told where to begin, and that could not have been published; its size is no trial's.
  public var estimate: Encode?
  /// Every trial encoding, in order; quality is nil for PNG and for JPEGs that aim at a score.
  public var encodes: [Encode]
  /// What the decoder complained about without giving up.
  public var damage: String?
  /// The point of the picture that draws the eye, where clients cut it elsewhere than there and the specification asks for it.
  public var attention: FocalPoint?

  /// One trial encoding.
  public struct Encode: Hashable, Sendable, Codable {
    public var quality: Int?
    /// As the rendition's, where it was judged.
    public var score: Double?
    public var bytes: Int
    public var width: Int
    /// `4:2:0` or `4:4:4`; nil for PNG and gray.
    public var chromaSubsampling: String?

    public init(
      quality: Int?, score: Double? = nil, bytes: Int, width: Int, chromaSubsampling: String? = nil
    ) {
      self.quality = quality
      self.score = score
      self.bytes = bytes
      self.width = width
      self.chromaSubsampling = chromaSubsampling
    }
  }

  public init(
    method: StillSpecification.Method, size: PixelSize, quality: Int? = nil, score: Double? = nil,
    chromaSubsampling: String? = nil, scale: Double = 1, hasPalette: Bool = false,
    estimate: Encode? = nil, encodes: [Encode] = [], damage: String? = nil
  ) {
    self.method = method
    self.size = size
    self.quality = quality
    self.score = score
    self.chromaSubsampling = chromaSubsampling
    self.scale = scale
    self.hasPalette = hasPalette
    self.estimate = estimate
    self.encodes = encodes
    self.damage = damage
  }
  public var mediaRecord: MediaRecord { .still(self) }
}
