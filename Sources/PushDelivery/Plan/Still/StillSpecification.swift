public import Findings
public import MediaFacts

/// What the rendition of a still must be.
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
  /// How it is brought into shape.
  public var geometry: Geometry
  /// Whether transparency is kept. Where a JPEG looks more like the picture on light and on dark, it is flattened all the same.
  public var keepsTransparency: Bool
  /// What lies behind transparency where it does not survive, and in bars.
  public var background: RGBColor
  /// Which encoder makes it where it becomes a JPEG, and what it aims at.
  public var effort: Effort
  /// How the encoder of libvips stores chroma where it becomes a JPEG.
  public var chroma: ChromaPreference

  /// The moment of the frame that is used, in seconds from the start; nil for what does not move.
  public var posterTime: Double?

  /// How chroma may be stored in a JPEG.
  public enum ChromaPreference: String, Hashable, Sendable, Codable {
    /// 4:2:0, and 4:4:4 where that fits at the highest quality: photographs hardly lose by the first.
    case subsampled
    /// 4:4:4: the coloured edges of graphics bleed otherwise.
    case full
  }

  private static func listed(_ platforms: Set<Platform>) -> [Platform]? {
    platforms == Set(Platform.allCases) ? nil : platforms.sorted()
  }

  /// This for the platforms of another as well, if the same file is right for both: what decides its bytes is the same.
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

  /// Puts a format first: that of bytes which are kept.
  mutating func prefer(_ format: PictureFormat) {
    formats.removeAll { $0 == format }
    formats.insert(format, at: 0)
  }

  /// What a picture becomes under a profile.
  ///
  /// Transparency that can be seen needs PNG. A flat graphic stays PNG when that fits, because JPEG rings around its edges,
  /// and is JPEG otherwise. A photograph is JPEG.
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
