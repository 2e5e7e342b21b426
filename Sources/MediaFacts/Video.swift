/// The facts about a video that decide its renditions.
public struct Video: Hashable, Sendable, Codable {
  /// The container of its bytes.
  public var format: VideoFormat
  /// The size for viewers: in square pixels, after `rotation`.
  public var size: PixelSize
  /// The size of the coded frames.
  public var codedSize: PixelSize
  /// By how many degrees clockwise players turn the coded frames: 0, 90, 180 or 270.
  public var rotation: Int
  /// Whether a coded pixel is square.
  public var hasSquarePixels: Bool
  /// How long its pictures play, in seconds; sound may play longer.
  public var duration: Double
  /// The codec of its pictures by ffmpeg's name, such as `h264`.
  public var codec: String
  /// The codec's profile, if any, by ffmpeg's name, such as `High`.
  public var codecProfile: String?
  /// The pixel format by ffmpeg's name, such as `yuv420p`.
  public var pixelFormat: String
  /// Frames per second, on average.
  public var frameRate: Double
  /// Whether frames are shown for different times.
  public var hasVariableFrameRate: Bool
  /// Whether its frames have two fields each, taken one after the other, which screens show combed.
  public var isInterlaced: Bool
  /// Whether the file holds hidden pictures, such as parts cut off without encoding; the few that encoders need to begin do not count.
  public var hasHiddenPictures: Bool
  /// What its numbers mean as colours.
  public var color: ColorDescription
  /// The matrix between its numbers and red, green and blue by ffmpeg's name (`color_space`), such as `bt709`; nil where
  /// unknown.
  public var colorMatrix: String?
  /// Bits in each sample.
  public var bitDepth: Int
  /// Whether some of its pixels are not opaque.
  public var hasAlpha: Bool
  /// nil when it is silent.
  public var audio: Audio?
  /// All streams in the file, including these two.
  public var streamCount: Int
  /// The index of the picture stream among all.
  public var streamIndex: Int
  /// The time, in seconds from the start, of the poster frame.
  public var posterTime: Double
  /// Unused bytes after the movie's end, where its container tells.
  public var trailingByteCount = 0

  /// The sound of a video.
  public struct Audio: Hashable, Sendable, Codable {
    /// The codec by ffmpeg's name, such as `aac`.
    public var codec: String
    /// The codec's profile, if any, by ffmpeg's name, such as `LC`.
    public var codecProfile: String?
    public var channelCount: Int
    /// Samples per second.
    public var sampleRate: Int
    /// Bits per second, where the file says.
    public var bitRate: Int?
    /// The index of the stream among all.
    public var streamIndex: Int
    /// When it ends, in seconds from the start of the whole; nil where unknown.
    public var end: Double?
    /// Whether the file holds sound that is not played, such as parts cut off without encoding; what decoders need to begin does not
    /// count.
    public var hasHiddenSound: Bool

    public init(
      codec: String, codecProfile: String? = nil, channelCount: Int, sampleRate: Int, bitRate: Int? = nil,
      streamIndex: Int, end: Double? = nil, hasHiddenSound: Bool = false
    ) {
      (self.codec, self.codecProfile, self.channelCount) = (codec, codecProfile, channelCount)
      (self.sampleRate, self.bitRate, self.streamIndex) = (sampleRate, bitRate, streamIndex)
      (self.end, self.hasHiddenSound) = (end, hasHiddenSound)
    }
  }

  public init(
    format: VideoFormat, size: PixelSize, codedSize: PixelSize? = nil, rotation: Int = 0, hasSquarePixels: Bool = true,
    duration: Double, codec: String, codecProfile: String? = nil, pixelFormat: String = "yuv420p",
    frameRate: Double, hasVariableFrameRate: Bool = false, isInterlaced: Bool = false,
    hasHiddenPictures: Bool = false, color: ColorDescription = .sRGB, colorMatrix: String? = nil, bitDepth: Int = 8,
    hasAlpha: Bool = false, audio: Audio? = nil, streamCount: Int = 1, streamIndex: Int = 0,
    posterTime: Double = 0
  ) {
    (self.format, self.size, self.codedSize, self.rotation) = (format, size, codedSize ?? size, rotation)
    (self.hasSquarePixels, self.duration) = (hasSquarePixels, duration)
    (self.codec, self.codecProfile) = (codec, codecProfile)
    (self.pixelFormat, self.frameRate, self.isInterlaced) = (pixelFormat, frameRate, isInterlaced)
    (self.hasVariableFrameRate, self.hasHiddenPictures) = (hasVariableFrameRate, hasHiddenPictures)
    (self.color, self.colorMatrix, self.bitDepth, self.hasAlpha) = (color, colorMatrix, bitDepth, hasAlpha)
    (self.audio, self.streamCount, self.streamIndex, self.posterTime) = (audio, streamCount, streamIndex, posterTime)
  }

  /// A frame as the decoder delivers it: upright, in square pixels, 8-bit sRGB, opaque.
  public var frame: Picture { Picture(format: .png, size: size) }

  /// How long it plays, in seconds: to the end of its pictures, or of its sound if that is played and ends later.
  public func playedDuration(withSound: Bool) -> Double { max(duration, withSound ? audio?.end ?? 0 : 0) }

  /// Whether its brightness is meant for HDR screens.
  public var isHighDynamicRange: Bool { [.pq, .hlg].contains(color.transfer) }
}
