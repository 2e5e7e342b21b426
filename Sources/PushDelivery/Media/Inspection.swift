/// What the bytes of a source file are. One payload for each medium.
public enum Inspection: Hashable, Sendable {
  /// A picture that does not move.
  case still(Picture)
  /// A picture of several frames; `Picture` describes the first.
  case animation(Picture, frameCount: Int)

  /// The still picture, or the first frame of an animation.
  public var picture: Picture {
    switch self {
    case .still(let picture), .animation(let picture, _): picture
    }
  }
}

extension Inspection: Codable {
  private enum CodingKeys: String, CodingKey { case medium, picture, frameCount }
  private enum Medium: String, Codable { case still, animation }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let picture = try container.decode(Picture.self, forKey: .picture)
    switch try container.decode(Medium.self, forKey: .medium) {
    case .still: self = .still(picture)
    case .animation: self = .animation(picture, frameCount: try container.decode(Int.self, forKey: .frameCount))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(picture, forKey: .picture)
    switch self {
    case .still: try container.encode(Medium.still, forKey: .medium)
    case .animation(_, let frameCount):
      try container.encode(Medium.animation, forKey: .medium)
      try container.encode(frameCount, forKey: .frameCount)
    }
  }
}

/// The facts about one picture that decide what is made of it.
public struct Picture: Hashable, Sendable, Codable {
  /// The format of its bytes.
  public var format: MediaFormat
  /// The size as a viewer sees it: after the orientation below is applied.
  public var size: PixelSize
  /// The EXIF orientation (1 to 8) that still has to be applied to the stored pixels; 1 is upright.
  /// HEIC, AVIF and JPEG XL decoders turn pictures themselves, so theirs is always 1.
  public var orientation: Int
  /// Whether there is transparency.
  public var alpha: Alpha
  /// How its numbers mean colour.
  public var color: ColorDescription
  /// Bits in each sample: 1 to 32.
  public var bitDepth: Int
  /// Whether it is a photograph or a flat graphic, as far as that was looked at.
  public var content: Content
  /// What is in the file beside the picture; sorted, each once.
  public var metadata: [Metadata]
  /// Bytes after the picture's end that belong to nothing.
  public var trailingByteCount: Int
  /// True when these very bytes would decode with every client's JPEG or PNG decoder: 8-bit Huffman-coded
  /// baseline or progressive JPEG of one or three components, or PNG of up to 8 bits, not animated.
  public var isWidelyDecodable: Bool

  public init(
    format: MediaFormat, size: PixelSize, orientation: Int = 1, alpha: Alpha = .none,
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
    /// No alpha channel and no transparent colour.
    case none
    /// An alpha channel in which every pixel is opaque.
    case opaque
    /// At least one pixel is not opaque.
    case used
  }

  /// What kind of picture it is; decides between PNG and JPEG.
  public enum Content: String, Hashable, Sendable, Codable {
    /// Continuous tones, or already compressed with loss: JPEG suits it.
    case photograph
    /// Flat areas and sharp edges (screenshot, chart, logo): JPEG would ring around its edges.
    case graphic
  }

  /// Information that lies in a file beside the picture and must not be published.
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
