public import Findings
public import MediaFacts

/// A moving rendition's requirements.
public struct MotionSpecification: RenditionSpecification {
  /// The profile that asks for it.
  public var profile: String
  public var format: Format
  /// The most bytes, inclusive.
  public var maximumBytes: Int
  /// The upright frame size if the limit allows it; a movie's sides are even. The search may go below, never above.
  public var size: PixelSize
  /// The most frames a second.
  public var maximumFrameRate: Int
  /// The part of the source that is used, in seconds from its start; nil for all.
  public var seconds: Double?
  /// Whether sound is kept, if there is any. A GIF has none.
  public var keepsAudio: Bool
  /// The colour behind transparency if the format has none.
  public var background: RGBColor

  public init(
    profile: String, format: Format, maximumBytes: Int, size: PixelSize, maximumFrameRate: Int, seconds: Double? = nil,
    keepsAudio: Bool = false, background: RGBColor = .white
  ) {
    (self.profile, self.format, self.maximumBytes, self.size) = (profile, format, maximumBytes, size)
    (self.maximumFrameRate, self.seconds, self.keepsAudio) = (maximumFrameRate, seconds, keepsAudio)
    self.background = background
  }

  /// The formats that Apple's systems play.
  public enum Format: String, Hashable, Sendable, Codable {
    case gif
    /// H.264 and AAC in an MPEG-4 file with its index first.
    case mp4

    public var mediaFormat: MediaFormat {
      switch self {
      case .gif: .picture(.gif)
      case .mp4: .video(.mp4)
      }
    }

    fileprivate init?(for inspection: Inspection, _ motion: MotionProfile.Motion) {
      switch (motion, inspection) {
      case (.still, _), (_, .still): return nil
      case (_, .animation(_, let animation)) where animation.frameCount == 1: return nil
      case (.gif, _), (.automatic, .animation): self = .gif
      case (.automatic, .video): self = .mp4
      }
    }
  }

  public var platforms: [Platform]? { nil }

  public var mediaFormats: [MediaFormat] { [format.mediaFormat] }

  public var plannedSize: PixelSize { size }

  public func plannedRecord(_ method: Method) -> MotionRecord {
    MotionRecord(method: method, size: size, duration: seconds ?? 0, frameCount: 0)
  }

  public static func mediaPlan(_ plan: MotionPlan) -> MediaPlan { .motion(plan) }

  /// The requirements for an animated source or a video; nil for a still, and under a profile for only stills.
  ///
  /// - Throws: `MediaError.tooLong` if it plays longer than the profile allows and must not be cut.
  init?(for inspection: Inspection, profile: MotionProfile) throws(MediaError) {
    guard let format = Format(for: inspection, profile.motion) else { return nil }
    let keepsAudio = profile.keepsAudio && format == .mp4 && inspection.hasAudio
    self.init(
      profile: profile.name, format: format,
      maximumBytes: format == .gif ? profile.maximumGIFBytes : profile.maximumMovieBytes,
      size: inspection.picture.size.frame(of: format, maximumEdge: profile.maximumEdge),
      maximumFrameRate: profile.maximumFrameRate, seconds: try Self.cut(inspection, keepsAudio, profile),
      keepsAudio: keepsAudio, background: profile.background)
  }

  /// The place to cut it. An animation has no end: it repeats by itself, and only its bytes are limited. A video plays to its end, or to the
  /// end of kept sound that is longer.
  private static func cut(
    _ inspection: Inspection, _ keepsAudio: Bool, _ profile: MotionProfile
  ) throws(MediaError) -> Double? {
    guard case .video = inspection, let duration = inspection.duration(withSound: keepsAudio),
      duration > Double(profile.maximumSeconds) + durationTolerance
    else { return nil }
    guard profile.trims else { throw .tooLong(seconds: duration, limit: profile.maximumSeconds) }
    return Double(profile.maximumSeconds)
  }

  /// The seconds that a movie may play longer than stated: a file cut at a second lasts to the end of the frame and the sound packet there.
  package static let durationTolerance = 0.1

  /// Whether this average frame rate is low enough.
  ///
  /// For a GIF see `shortestMeanDelay`. Cameras' clocks are not exact, so a movie may be over by 1 %.
  package func allows(frameRate: Double) -> Bool {
    switch format {
    case .gif: frameRate <= 1000 / Double(shortestMeanDelay) + 0.001
    case .mp4: frameRate <= Double(maximumFrameRate) * 1.01
    }
  }
}

extension Inspection {
  fileprivate var hasAudio: Bool { if case .video(let video) = self { video.audio != nil } else { false } }
}

extension PixelSize {
  /// The largest frame of the same shape whose longer side is at most so many pixels, never enlarged.
  ///
  /// A movie stores colour for squares of two by two pixels, so its sides are rounded down to even. A side of one pixel becomes two: the
  /// only case where a frame grows.
  fileprivate func frame(of format: MotionSpecification.Format, maximumEdge: Int) -> PixelSize {
    let edge = max(1, maximumEdge)
    let whole = PixelSize(width: max(1, width), height: max(1, height)).limited(to: Geometry.largestSize)
    let scaled = whole.scaled(by: whole.factor(toFitInside: PixelSize(width: edge, height: edge)))
    return format == .mp4 ? scaled.even : scaled
  }

  /// Both sides rounded down to even, at least 2.
  package var even: PixelSize { PixelSize(width: max(2, width & ~1), height: max(2, height & ~1)) }
}

/// The requirements of Apple's systems for animations and movies: limits and wishes, as data from pipeline.yml.
public struct MotionProfile: Hashable, Sendable, Encodable {
  /// Its name in pipeline.yml and in the report.
  public var name: String
  /// Result for animations and videos.
  public var motion: Motion
  /// The most bytes of a movie.
  public var maximumMovieBytes: Int
  /// The most bytes of an animated GIF.
  public var maximumGIFBytes: Int
  /// The longest duration of a movie, in seconds; a GIF of an animation repeats and has none.
  public var maximumSeconds: Int
  /// The most pixels of the longer side, at least 2.
  public var maximumEdge: Int
  /// The most frames a second, on average.
  public var maximumFrameRate: Int
  /// Whether a longer source is cut at `maximumSeconds`; otherwise it is refused.
  public var trims: Bool
  /// Whether a movie keeps its sound.
  public var keepsAudio: Bool
  /// The colour behind transparency if that cannot be kept.
  public var background: RGBColor

  public init(
    name: String = "ios-motion", motion: Motion = .automatic,
    maximumMovieBytes: Int = ClientLimit.comfortableMovieBytes.value,
    maximumGIFBytes: Int = 2_000_000, maximumSeconds: Int = 30, maximumEdge: Int = 1280, maximumFrameRate: Int = 30,
    trims: Bool = false, keepsAudio: Bool = true, background: RGBColor = .white
  ) {
    (self.name, self.motion, self.maximumMovieBytes) = (name, motion, maximumMovieBytes)
    (self.maximumGIFBytes, self.maximumSeconds, self.maximumEdge) = (maximumGIFBytes, maximumSeconds, maximumEdge)
    (self.maximumFrameRate, self.trims, self.keepsAudio) = (maximumFrameRate, trims, keepsAudio)
    self.background = background
  }

  /// Results for animations and videos.
  public enum Motion: String, Hashable, Sendable, Codable, CaseIterable {
    /// An animation stays a GIF, which plays by itself; a video stays a movie, which waits for a tap.
    case automatic = "auto"
    case gif
    /// Only stills: Apple's systems get the poster, like all others.
    case still
  }

  /// Apple attachments that a service extension has time to download. 5 MB take 30 s at 1.3 Mbit/s.
  public static let iOS = MotionProfile()
}

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
