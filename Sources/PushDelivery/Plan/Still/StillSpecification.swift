public import Findings
public import MediaFacts

/// The requirements of a still's rendition.
public struct StillSpecification: RenditionSpecification {
  /// The profile that asks for it.
  public var profile: String
  /// The platforms that show it, sorted; nil: all of them.
  public var platforms: [Platform]?
  /// The formats allowed, the preferred one first.
  public var formats: [PictureFormat]
  /// The most bytes, inclusive.
  public var maximumBytes: Int
  /// The most pixels across and down.
  public var maximumSize: PixelSize
  /// How it gets its shape.
  public var geometry: Geometry
  /// Whether transparency is kept. If a JPEG looks more like the picture on light and dark, it is flattened anyway.
  public var keepsTransparency: Bool
  /// The colour behind transparency that is flattened, and of bars.
  public var background: RGBColor
  /// The encoder if it becomes a JPEG, and its target.
  public var effort: Effort
  /// How libvips' encoder stores chroma if it becomes a JPEG.
  public var chroma: ChromaPreference

  /// The moment of the frame, in seconds from the start; nil for a still source.
  public var posterTime: Double?

  /// How chroma may be stored in a JPEG.
  public enum ChromaPreference: String, Hashable, Sendable, Codable {
    /// 4:2:0, and 4:4:4 if that fits at the highest quality: photographs lose little with the first.
    case subsampled
    /// 4:4:4: otherwise the coloured edges of graphics bleed.
    case full
  }

  private static func listed(_ platforms: Set<Platform>) -> [Platform]? {
    platforms == Set(Platform.allCases) ? nil : platforms.sorted()
  }

  /// The same for another's platforms as well, if one file is right for both: its bytes depend on the same values.
  func shared(with other: StillSpecification) -> StillSpecification? {
    var shared = self
    shared.maximumSize = maximumSize.limited(to: other.maximumSize)
    shared.platforms = Self.listed(Set(platforms ?? Platform.allCases).union(other.platforms ?? Platform.allCases))
    var twin = other
    twin.profile = shared.profile
    twin.platforms = shared.platforms
    twin.maximumSize = shared.maximumSize
    return twin == shared ? shared : nil
  }

  /// The specification for a picture.
  ///
  /// Transparency that can be seen needs PNG. A flat graphic stays PNG if that fits, because JPEG rings around its edges; otherwise it is
  /// JPEG. A photograph is JPEG.
  public init(picture: Picture, profile: Profile, focalPoint: FocalPoint?, posterTime: Double? = nil) {
    self.posterTime = posterTime
    self.profile = profile.name
    platforms = Self.listed(profile.platforms)
    maximumBytes = profile.maximumBytes
    maximumSize = profile.maximumSize
    geometry = Geometry(
      of: picture.size, under: profile, focalPoint: focalPoint, words: picture.words,
      isDrawing: picture.format.decoder == .drawing)
    keepsTransparency = picture.alpha == .used && profile.transparency == .keep
    background = profile.background
    effort = profile.effort
    chroma = picture.content == .graphic ? .full : .subsampled
    formats =
      switch (keepsTransparency, picture.content) {
      case (true, _): [.png, .jpeg]
      case (false, .graphic): [.png, .jpeg]
      case (false, .photograph): [.jpeg]
      }
  }

  public var mediaFormats: [MediaFormat] { formats.map(MediaFormat.picture) }

  public var plannedSize: PixelSize { geometry.outputSize }

  public func plannedRecord(_ method: Method) -> StillRecord { StillRecord(method: method, size: plannedSize) }

  public static func mediaPlan(_ plan: StillPlan) -> MediaPlan { .still(plan) }
}

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
  /// Where the scaled picture was cropped; nil if it was not.
  public var corner: Geometry.Crop.Corner?

  /// One trial encoding.
  public struct Encode: Hashable, Sendable, Codable {
    public var quality: Int?
    /// As the rendition's, if computed.
    public var score: Double?
    public var bytes: Int
    public var width: Int
    /// `4:2:0` or `4:4:4`; nil for PNG and gray.
    public var chromaSubsampling: String?

    public init(quality: Int?, score: Double? = nil, bytes: Int, width: Int, chromaSubsampling: String? = nil) {
      (self.quality, self.score, self.bytes, self.width) = (quality, score, bytes, width)
      self.chromaSubsampling = chromaSubsampling
    }
  }

  public init(
    method: StillSpecification.Method, size: PixelSize, quality: Int? = nil, score: Double? = nil,
    chromaSubsampling: String? = nil, scale: Double = 1, hasPalette: Bool = false,
    estimate: Encode? = nil, encodes: [Encode] = [], damage: String? = nil
  ) {
    (self.method, self.size, self.quality, self.score) = (method, size, quality, score)
    (self.chromaSubsampling, self.scale, self.hasPalette) = (chromaSubsampling, scale, hasPalette)
    (self.estimate, self.encodes, self.damage) = (estimate, encodes, damage)
  }
  public var mediaRecord: MediaRecord { .still(self) }
}
