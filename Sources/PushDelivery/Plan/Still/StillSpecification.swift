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

  /// Puts the format of kept bytes first.
  mutating func prefer(_ format: PictureFormat) {
    formats.removeAll { $0 == format }
    formats.insert(format, at: 0)
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
}

extension StillSpecification {
  public var mediaFormats: [MediaFormat] { formats.map(MediaFormat.picture) }

  public var plannedSize: PixelSize { geometry.outputSize }

  public func plannedRecord(_ method: Method) -> StillRecord { StillRecord(method: method, size: plannedSize) }

  public static func mediaPlan(_ plan: StillPlan) -> MediaPlan { .still(plan) }
}
