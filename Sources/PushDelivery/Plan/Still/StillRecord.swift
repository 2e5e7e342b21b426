public import MediaFacts

/// How the rendition of a still was made, as the renderer reports it.
public struct StillRecord: RenditionRecord {
  public var method: StillSpecification.Method
  public var size: PixelSize
  /// The JPEG quality, if richpush chose it.
  public var quality: Int?
  /// How much it looks like the picture at its planned size, in points of SSIMULACRA 2, to a hundredth: 100 is the same pixels. A smaller
  /// picture is enlarged as clients do. For a transparent one, the worse of white and black backgrounds counts. nil for kept bytes.
  public var score: Double?
  /// How chroma is stored in a JPEG that was encoded here: `4:2:0` or `4:4:4`; nil for gray and PNG.
  public var chromaSubsampling: String?
  /// The scale below the plan's size that was needed to fit; 1 if none.
  public var scale: Double
  /// Whether a PNG got a palette.
  public var hasPalette: Bool
  /// A quick encoding that gave the first quality, and that cannot be published; its size is not a trial's.
  public var estimate: Encode?
  /// Every trial encoding, in order; quality is nil for PNG and for JPEGs that aim at a score.
  public var encodes: [Encode]
  /// The decoder's warnings, if it did not fail.
  public var damage: String?
  /// The point that draws the eye, if clients do not crop around it and the specification asks for it.
  public var attention: FocalPoint?

  /// One trial encoding.
  public struct Encode: Hashable, Sendable, Codable {
    public var quality: Int?
    /// As the rendition's, if computed.
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
