public import Findings
public import MediaFacts

/// The requirements of Apple's systems for animations and movies: limits and wishes, as data from pipeline.yml.
public struct MotionProfile: Hashable, Sendable, Codable {
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
    self.name = name
    self.motion = motion
    self.maximumMovieBytes = maximumMovieBytes
    self.maximumGIFBytes = maximumGIFBytes
    self.maximumSeconds = maximumSeconds
    self.maximumEdge = maximumEdge
    self.maximumFrameRate = maximumFrameRate
    self.trims = trims
    self.keepsAudio = keepsAudio
    self.background = background
  }

  /// Results for animations and videos.
  public enum Motion: String, Hashable, Sendable, Codable, CaseIterable {
    /// An animation stays a GIF, which plays by itself; a video stays a movie, which waits for a tap.
    case automatic = "auto"
    case gif, mp4
    /// Only stills: Apple's systems get the poster, like all others.
    case still
  }

  /// Apple attachments that a service extension has time to download. 5 MB take 30 s at 1.3 Mbit/s.
  public static let iOS = MotionProfile()
}
