public import Findings
public import MediaFacts

/// Requirements of one kind of rendition that its clients show: limits and wishes, as data.
///
/// Profiles come from pipeline.yml. The clients' own limits (`ClientLimit`) bound every value from above.
public struct Profile: Hashable, Sendable, Encodable {
  /// Its name in pipeline.yml and in the report.
  public var name: String
  /// Of its still.
  public var platforms: Set<Platform>
  /// The most bytes a rendition may have.
  public var maximumBytes: Int
  /// The most pixels across and down. Never enlarged to reach them.
  public var maximumSize: PixelSize
  /// How the picture gets its shape.
  public var fit: Fit
  /// Whether transparency is kept (which needs PNG) or flattened onto the background.
  public var transparency: Transparency
  /// The colour behind transparency in a flattened picture, and of the bars of `pad`.
  public var background: RGBColor
  /// The encoder of its JPEGs, and its target.
  public var effort: Effort
  /// A rendition of a lower score gets a warning: points of SSIMULACRA 2.
  public var acceptableScore: Int
  /// If a client shows less of a picture than this many per cent, and you did not choose the part, there is a warning; 0: never.
  public var leastShown: Int

  /// Half of a picture.
  public static let standardLeastShown = 50

  public init(
    name: String, platforms: Set<Platform> = Set(Platform.allCases), maximumBytes: Int, maximumSize: PixelSize,
    fit: Fit = .inside, transparency: Transparency = .keep, background: RGBColor = .white, effort: Effort = .best,
    acceptableScore: Int = Effort.standardAcceptableScore, leastShown: Int = standardLeastShown
  ) {
    (self.name, self.platforms, self.maximumBytes, self.maximumSize) = (name, platforms, maximumBytes, maximumSize)
    (self.fit, self.transparency, self.background, self.effort) = (fit, transparency, background, effort)
    (self.acceptableScore, self.leastShown) = (acceptableScore, leastShown)
  }

  /// What to do with transparency that is really used.
  public enum Transparency: String, Hashable, Sendable, Codable, CaseIterable {
    case keep, flatten
  }

  /// How a picture gets the profile's shape.
  public enum Fit: Hashable, Sendable, Encodable {
    /// Scaled down to fit inside the maximum size; not cropped.
    case inside
    /// Cropped to a ratio where that cuts no words off: to what draws the eye, or to the part with all words. Else like `pad`, with bars that
    /// continue the picture's edges.
    case auto(AspectRatio)
    /// Cropped to a ratio, then scaled down.
    case cover(AspectRatio, CropAnchor)
    /// Scaled down, then given bars in the background colour up to an aspect ratio.
    case pad(AspectRatio)

    /// Whether it may crop, so that a focal point matters.
    package var crops: Bool {
      switch self {
      case .auto, .cover: true
      case .inside, .pad: false
      }
    }
  }
}

/// The part of a picture that a crop keeps.
public enum CropAnchor: Hashable, Sendable {
  /// The part that draws the eye: edges, saturated colours and skin tones (libvips' "attention").
  case attention
  /// The part with the most detail.
  case entropy
  /// The middle.
  case centre
  /// A point of the upright picture stays in view, as near the middle as possible.
  case focalPoint(FocalPoint)
}

/// In JSON a name, or the point itself.
extension CropAnchor: Codable {
  private static let names: [String: CropAnchor] = ["attention": .attention, "entropy": .entropy, "centre": .centre]

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let named = (try? container.decode(String.self)).flatMap { Self.names[$0] }
    self = try named ?? .focalPoint(container.decode(FocalPoint.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .focalPoint(let point) = self { return try container.encode(point) }
    try container.encode(Self.names.first { $0.value == self }?.key)
  }
}

/// The effort for a JPEG, and its target.
public enum Effort: Hashable, Sendable, Codable {
  /// richpush's own encoder: about the fewest bytes for a score, in points of SSIMULACRA 2; the best that fits if the limit is too low.
  case best(target: Int)
  /// libvips' encoder: the highest of these JPEG qualities (1 to 100) that fits. Below the lowest the scale is lowered instead.
  ///
  /// Scores take much of the time. By default they are computed only where they may be low: a smaller scale, a palette or a quality below
  /// `Effort.surelyGoodQuality`.
  case fast(qualities: ClosedRange<Int>, scoresAll: Bool = false)

  /// The metric's authors: from 90 on, you cannot tell two pictures apart, even when they are swapped in place
  /// (github.com/cloudinary/ssimulacra2). More bytes would not be visible.
  public static let standardTarget = 90
  /// Below 60 coarse blocks show; above 90 a file only grows.
  public static let standardQualities = 60...90
  /// From this JPEG quality on, photographs never score below the default warning threshold: the worst of 51 scored 64.
  public static let surelyGoodQuality = 75
  /// The metric's authors call a score of 50 medium quality, 30 low.
  public static let standardAcceptableScore = 50

  public static let best = Effort.best(target: standardTarget)
  public static let fast = Effort.fast(qualities: standardQualities)
}

/// The default profiles.
///
/// Each platform has its own still: one file cannot be both the whole portrait and the strip of it that Android shows. Bytes and width are
/// alike, so that one file serves all if a picture has the shape that every client shows.
extension Profile {
  /// The still for Android's notification frame.
  public static let android = Profile(
    name: Platform.android.rawValue, platforms: [.android], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value),
    fit: .auto(.clientFrame))

  /// The whole picture, which Apple's systems show at its full height.
  public static let ios = Profile(
    name: Platform.ios.rawValue, platforms: [.ios], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleWidth.value))

  /// The still for the browsers' notification frame.
  public static let web = Profile(
    name: Platform.web.rawValue, platforms: [.web], maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.webVisibleHeight.value),
    fit: .auto(.clientFrame))

  /// One still for each platform.
  public static let standard = [android, ios, web]

  /// The one still that Android, Apple's systems, web push and the Notifications composer all take.
  public static let universal = Profile(
    name: "universal", maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value))
}

extension AspectRatio {
  /// The shape of the frames that Android and browsers fill with a picture.
  static let clientFrame = AspectRatio(clampedWidth: ClientLimit.recommendedAspect.value, height: 1)
}
