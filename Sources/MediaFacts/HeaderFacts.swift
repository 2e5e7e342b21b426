/// What the bytes of a picture say about it before anything is decoded.
///
/// It is found by plain reading of headers, so it is cheap, it holds for pictures too large to decode, and no
/// decoder written in C has seen the bytes yet. What it says is what the file claims: a decoder may find otherwise.
public struct HeaderFacts: Hashable, Sendable {
  /// The size in which the pixels are stored, before `orientation` is applied; nil when the bytes do not say.
  /// For HEIC, AVIF and JPEG XL it is the size that their decoders give: cropped and turned already.
  public var size: PixelSize?
  /// The EXIF orientation (1 to 8) that still has to be applied; 1 for HEIC, AVIF and JPEG XL.
  public var orientation = 1
  /// What lies in the file beside the picture.
  public var metadata: Set<Picture.Metadata> = []
  /// How the numbers mean colour, as far as headers say.
  public var color = ColorDescription.sRGB
  /// The embedded ICC profile, whole.
  public var profile: [UInt8]?
  /// Bits in each sample, 1 to 32; nil when the bytes do not say. Palettes have entries of 8.
  public var bitDepth: Int?
  /// The number of frames or pages, counted and not believed; nil when only decoding could tell.
  public var frameCount: Int? = 1
  /// How it moves; nil unless it has more than one frame, or one that a decoder of stills does not show. Its poster is not chosen yet.
  public var animation: Animation?
  /// Whether it is meant to move in a way that is not read: a sequence of AVIF, HEIC or JPEG XL pictures.
  public var isUnreadMotion = false
  /// The frames of a sequence that is meant to move and is not read, of which only the cover, a still beside it, is shown.
  public var coveredFrameCount: Int?
  /// What it is where no decoder here shows it as it is meant, such as a TIFF in LogLuv; nil for all others.
  public var unreadCoding: UnsupportedFormat?
  /// Bytes after the picture's end that belong to nothing.
  public var trailingByteCount = 0
  /// Whether the picture is known to end too early although its decoder would not say so.
  public var isCutShort = false
  /// Whether the picture says that it has transparency; its pixels may all be opaque.
  public var hasAlpha = false
  /// What its renderer draws, and browsers draw otherwise, in words.
  public var differences: [String] = []
  /// Whether decoders give colours that are multiplied by alpha already.
  public var isPremultiplied = false
  /// What `Picture.isWidelyDecodable` promises, as far as headers say.
  public var isWidelyDecodable = false
  /// Whether the picture was compressed with loss.
  public var isLossy = false

  /// Facts that say nothing yet.
  package init() {}
}

extension HeaderFacts {
  /// The longest profile that is kept. Real ones are below 4 MB; the largest are those of presses.
  static let longestProfile = 16 << 20

  /// Sets colour from what a file says: an embedded profile, and code points, which may also lie in the profile.
  mutating func setColor(model: ColorDescription.Model, profile bytes: [UInt8]?, codePoints: CodePoints? = nil) {
    let icc = bytes.flatMap(ICCProfile.init)
    let stated = codePoints ?? icc?.codePoints
    color = ColorDescription(
      model: model, profile: icc?.kind ?? .none,
      transfer: ColorDescription.TransferFunction(codePoint: stated?.transfer ?? 1),
      primaries: ColorDescription.Primaries(codePoint: stated?.primaries ?? 1))
    profile = bytes
  }
}

/// A format that is recognised and not read.
public struct UnsupportedFormat: Hashable, Sendable {
  /// The name people know it by.
  public let name: String
  /// What the owner of such a file can do about it: a clause without a full stop.
  public let hint: String
  /// Whether it is a video or a picture sequence, that is, moves.
  public let isMotion: Bool

  init(name: String, hint: String, isMotion: Bool = false) {
    self.name = name
    self.hint = hint
    self.isMotion = isMotion
  }
}
