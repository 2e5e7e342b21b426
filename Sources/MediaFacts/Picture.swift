/// The facts about one picture that decide its renditions.
public struct Picture: Hashable, Sendable, Codable {
  /// The format of its bytes.
  public var format: PictureFormat
  /// The size for viewers: after the orientation below is applied.
  public var size: PixelSize
  /// The EXIF orientation (1 to 8) still to be applied to the stored pixels; 1 is upright. HEIC, AVIF and JPEG XL
  /// decoders turn pictures themselves, so theirs is always 1.
  public var orientation: Int
  /// Whether there is transparency.
  public var alpha: Alpha
  /// What the rendition shows unlike viewers of the file, in words.
  public var differences: [String] = []
  /// The places of its words, line by line, upright; empty without words, or if not examined.
  public var words: [PictureArea] = []
  /// The grounds on which much of it is invisible because of its transparency.
  public var vanishesOn: [Ground] = []
  /// Whether every pixel has the same colour.
  public var isOneColour = false
  /// Whether its decoder gives colours already multiplied by alpha.
  public var isPremultiplied = false
  /// What its numbers mean as colours.
  public var color: ColorDescription
  /// Bits in each sample: 1 to 32.
  public var bitDepth: Int
  /// Whether it is a photograph or a flat graphic, if examined.
  public var content: Content
  /// The metadata in the file; sorted, each once.
  public var metadata: [Metadata]
  /// Unused bytes after the picture's end.
  public var trailingByteCount: Int
  /// True when every client can decode these bytes: 8-bit Huffman-coded baseline or progressive JPEG of one or three
  /// components, or PNG of up to 8 bits, not animated.
  public var isWidelyDecodable: Bool
  /// The frames of the sequence whose cover it is, where the file moves but only its cover is read; nil for all others.
  public var coveredFrameCount: Int?
  /// True for an SVG without its namespace, which browsers do not draw; nil for all others.
  public var lacksNamespace: Bool?

  public init(
    format: PictureFormat, size: PixelSize, orientation: Int = 1, alpha: Alpha = .none,
    color: ColorDescription = .sRGB, bitDepth: Int = 8, content: Content = .photograph,
    metadata: Set<Metadata> = [], trailingByteCount: Int = 0, isWidelyDecodable: Bool = true
  ) {
    self.format = format
    self.size = size
    self.orientation = orientation
    self.alpha = alpha
    self.color = color
    self.bitDepth = bitDepth
    self.content = content
    self.metadata = metadata.sorted()
    self.trailingByteCount = trailingByteCount
    self.isWidelyDecodable = isWidelyDecodable
  }
}

extension Picture {
  /// Whether a picture has transparency, and whether any pixel uses it.
  public enum Alpha: String, Hashable, Sendable, Codable {
    /// Without alpha channel and transparent colour.
    case none
    /// An alpha channel in which every pixel is opaque.
    case opaque
    /// At least one pixel is not opaque.
    case used
  }

  /// The background that clients show behind transparency, by the device's dark or light appearance.
  public enum Ground: String, Hashable, Sendable, Codable, CaseIterable {
    case dark, light
  }

  /// The kind of picture; decides between PNG and JPEG.
  public enum Content: String, Hashable, Sendable, Codable {
    /// Continuous tones, or already lossy: JPEG suits it.
    case photograph
    /// Flat areas and sharp edges (screenshot, chart, logo): JPEG would ring around its edges.
    case graphic
  }

  /// Information in a file besides the picture, which must not be published.
  public enum Metadata: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Camera and capture data.
    case exif
    /// Where it was taken (a GPS directory inside EXIF, or GPS properties inside XMP).
    case gps
    case xmp
    case iptc
    case comment
    /// A smaller copy of the picture.
    case thumbnail
    /// Maker notes, other applications' blocks, depth or gain maps, times, anything not named above.
    case other

    public static func < (left: Metadata, right: Metadata) -> Bool { left.rawValue < right.rawValue }
  }
}
