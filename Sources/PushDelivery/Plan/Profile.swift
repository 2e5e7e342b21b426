public import Findings
public import MediaFacts

/// What one kind of rendition must be so that its clients show it: limits and wishes, as data.
///
/// Profiles come from pipeline.yml. The clients' own limits (`ClientLimit`) bound every value from above.
public struct Profile: Hashable, Sendable, Codable {
  /// Its name in pipeline.yml and in the report.
  public var name: String
  /// Whose still it is.
  public var platforms: Set<Platform>
  /// The most bytes a rendition may have.
  public var maximumBytes: Int
  /// The most pixels across and down. Nothing is ever enlarged to reach them.
  public var maximumSize: PixelSize
  /// How the picture is brought into shape.
  public var fit: Fit
  /// Whether transparency is kept (which needs PNG) or flattened onto the background.
  public var transparency: Transparency
  /// What lies behind transparency where a picture is flattened, and in the bars of `pad`.
  public var background: RGBColor
  /// Which encoder makes its JPEGs, and what it aims at.
  public var effort: Effort
  /// A rendition of a lower score gets a warning: points of SSIMULACRA 2.
  public var acceptableScore: Int
  /// Where a client shows less of a picture than this many per cent, and nobody chose which part, there is a warning; 0: never.
  public var leastShown: Int

  /// Half of a picture.
  public static let standardLeastShown = 50

  public init(
    name: String, platforms: Set<Platform> = Set(Platform.allCases), maximumBytes: Int, maximumSize: PixelSize,
    fit: Fit = .inside, transparency: Transparency = .keep, background: RGBColor = .white, effort: Effort = .best,
    acceptableScore: Int = Effort.standardAcceptableScore, leastShown: Int = standardLeastShown
  ) {
    self.name = name
    self.platforms = platforms
    self.maximumBytes = maximumBytes
    self.maximumSize = maximumSize
    self.fit = fit
    self.transparency = transparency
    self.background = background
    self.effort = effort
    self.acceptableScore = acceptableScore
    self.leastShown = leastShown
  }

  /// What becomes of transparency that is really used.
  public enum Transparency: String, Hashable, Sendable, Codable, CaseIterable {
    case keep, flatten
  }

  /// How a picture is brought into the profile's shape.
  public enum Fit: Hashable, Sendable, Codable {
    /// Scaled down to lie inside the maximum size; nothing is cut.
    case inside
    /// Cut to an aspect ratio, then scaled down.
    case cover(AspectRatio, CropAnchor)
    /// Scaled down, then given bars in the background colour up to an aspect ratio.
    case pad(AspectRatio)
  }
}

/// Which part of a picture survives a crop.
public enum CropAnchor: Hashable, Sendable {
  /// The part that draws the eye: edges, saturated colours and skin tones (libvips' "attention").
  case attention
  /// The part with the most detail.
  case entropy
  /// The middle.
  case centre
  /// A point of the upright picture stays in view, as near the middle as the edges allow.
  case focalPoint(FocalPoint)
}

/// In JSON a name, or the point itself.
extension CropAnchor: Codable {
  private enum Name: String, Codable { case attention, entropy, centre }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let point = try? container.decode(FocalPoint.self) {
      self = .focalPoint(point)
      return
    }
    switch try container.decode(Name.self) {
    case .attention: self = .attention
    case .entropy: self = .entropy
    case .centre: self = .centre
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .attention: try container.encode(Name.attention)
    case .entropy: try container.encode(Name.entropy)
    case .centre: try container.encode(Name.centre)
    case .focalPoint(let point): try container.encode(point)
    }
  }
}

/// How much work goes into a JPEG, and what it aims at.
public enum Effort: Hashable, Sendable, Codable {
  /// richpush's own encoder: about as few bytes as reach a score, in points of SSIMULACRA 2; the best that fits where the limit
  /// does not allow it.
  case best(target: Int)
  /// libvips' encoder: the highest of these JPEG qualities (1 to 100) that fits. Below the lowest the scale is lowered instead.
  ///
  /// Scores take a good part of the time. Unless all are wanted, one is told only where it may be low: of a smaller scale, a palette or
  /// a quality below `Effort.surelyGoodQuality`.
  case fast(qualities: ClosedRange<Int>, scoresAll: Bool = false)

  /// The metric's authors: from 90 on nobody tells two pictures apart, even when one takes the other's place
  /// (github.com/cloudinary/ssimulacra2). More bytes would change nothing for anyone.
  public static let standardTarget = 90
  /// Below 60 coarse blocks show; above 90 a file only grows.
  public static let standardQualities = 60...90
  /// From this JPEG quality on no photograph scores as low as what is warned of as a standard: of 51 the worst scored 64.
  public static let surelyGoodQuality = 75
  /// The metric's authors call a score of 50 medium quality, 30 low.
  public static let standardAcceptableScore = 50

  public static let best = Effort.best(target: standardTarget)
  public static let fast = Effort.fast(qualities: standardQualities)
}
