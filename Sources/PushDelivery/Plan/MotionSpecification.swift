/// What a rendition that moves must be. Together with the source's digest and the renderer's version it decides every byte, so it
/// is part of the render cache's key.
public struct MotionSpecification: Hashable, Sendable, Codable {
  /// The profile that asks for it.
  public var profile: String
  public var format: Format
  /// The most bytes, inclusive.
  public var maximumBytes: Int
  /// The frame size, upright, when the limit allows it; a movie's sides are even. The search may go below, never above.
  public var size: PixelSize
  /// The most frames a second.
  public var maximumFrameRate: Int
  /// How much of the source is used, in seconds from its start; nil for all of it.
  public var seconds: Double?
  /// Whether sound is kept, where there is some. A GIF has none.
  public var keepsAudio: Bool
  /// What lies behind transparency where the format has none.
  public var background: RGBColor

  /// The formats that Apple's systems play.
  public enum Format: String, Hashable, Sendable, Codable {
    case gif
    /// H.264 and AAC in an MPEG-4 file with its index in front.
    case mp4

    public var mediaFormat: MediaFormat {
      switch self {
      case .gif: .picture(.gif)
      case .mp4: .video(.mp4)
      }
    }
  }
}
