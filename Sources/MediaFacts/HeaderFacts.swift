/// The facts in a picture's bytes before anything is decoded.
///
/// They come from plain reading of headers. That is cheap, works for pictures too large to decode, and runs before any
/// decoder in C. They are the file's claims: a decoder may disagree.
public struct HeaderFacts: Hashable, Sendable {
  /// The stored size, before `orientation` is applied; nil when unknown. For HEIC, AVIF and JPEG XL it is their
  /// decoders' size: already cropped and turned.
  public var size: PixelSize?
  /// The EXIF orientation (1 to 8) still to be applied; 1 for HEIC, AVIF and JPEG XL.
  public var orientation = 1
  /// The metadata in the file.
  public var metadata: Set<Picture.Metadata> = []
  /// What the numbers mean, as far as headers say.
  public var color = ColorDescription.sRGB
  /// The embedded ICC profile, whole.
  public var profile: [UInt8]?
  /// Bits in each sample, 1 to 32; nil when unknown. Palettes have entries of 8.
  public var bitDepth: Int?
  /// The number of frames or pages, counted in the file; nil when only decoding could tell.
  public var frameCount: Int? = 1
  /// How it moves; nil unless it has several frames, or one that decoders of stills do not show. Its poster is not chosen yet.
  public var animation: Animation?
  /// Whether it moves in an unsupported way: a sequence of AVIF, HEIC or JPEG XL pictures.
  public var isUnreadMotion = false
  /// The frames of an unsupported sequence, of which only the cover, a separate still, is shown.
  public var coveredFrameCount: Int?
  /// The format where decoders here show it wrongly, such as a TIFF in LogLuv; nil for all others.
  public var unreadCoding: UnsupportedFormat?
  /// Unused bytes after the picture's end.
  public var trailingByteCount = 0
  /// Whether the picture is known to be cut off although its decoder would not say so.
  public var isCutShort = false
  /// Whether the picture claims transparency; its pixels may all be opaque.
  public var hasAlpha = false
  /// What browsers or other viewers show unlike its renderer, in words.
  public var differences: [String] = []
  /// Whether decoders give colours already multiplied by alpha.
  public var isPremultiplied = false
  /// The promise of `Picture.isWidelyDecodable`, as far as headers say.
  public var isWidelyDecodable = false
  /// Whether its compression is lossy.
  public var isLossy = false

  /// Default facts.
  package init() {}

  /// The longest profile that is kept. Real ones are below 4 MB; presses have the largest.
  static let longestProfile = 16 << 20

  /// Sets colour from a file: an embedded profile, and code points, which may also be in the profile.
  mutating func setColor(model: ColorDescription.Model, profile bytes: [UInt8]?, codePoints: CodePoints? = nil) {
    let icc = bytes.flatMap(ICCProfile.init)
    let stated = codePoints ?? icc?.codePoints
    color = ColorDescription(
      model: model, profile: icc?.kind ?? .none,
      transfer: ColorDescription.TransferFunction(codePoint: stated?.transfer ?? 1),
      primaries: ColorDescription.Primaries(codePoint: stated?.primaries ?? 1))
    profile = bytes
    if model == .cmyk, icc == nil {
      differences.append("its CMYK has no colour profile, so each program guesses its colours")
    }
  }
}

/// A format that is recognised but not supported.
public struct UnsupportedFormat: Hashable, Sendable {
  /// Its common name.
  public let name: String
  /// What the file's owner can do about it: a clause without a full stop.
  public let hint: String

  init(_ name: String, _ hint: String) { (self.name, self.hint) = (name, hint) }
}

/// The facts in an XMP packet that matter here. It is searched as text: property names are plain ASCII.
package struct XMPFacts: Hashable, Sendable {
  /// The kinds of information in the packet; always `.xmp` itself.
  package var metadata: Set<Picture.Metadata> = [.xmp]

  package init(_ view: ByteView) {
    if Self.placeNames.contains(where: view.contains) { metadata.insert(.gps) }
    if Self.thumbnailNames.contains(where: view.contains) { metadata.insert(.thumbnail) }
  }

  private static let placeNames = ["GPSLatitude", "GPSLongitude", "GPSPosition"]
  private static let thumbnailNames = ["xmpGImg:image", "xapGImg:image"]
}

/// Why leaving metadata out is not enough to publish a file: it must be decoded and encoded again.
public enum MetadataStrippingError: Error, Hashable, Sendable {
  /// The file ends early or contradicts itself.
  case damaged
  /// Some clients cannot decode a file coded like this.
  case notWidelyDecodable
  /// The metadata says to turn the picture (EXIF orientation 2 to 8); without it the picture is wrong.
  case notUpright(orientation: Int)
  /// Unneeded bytes cannot be cut out.
  case surplus
}
