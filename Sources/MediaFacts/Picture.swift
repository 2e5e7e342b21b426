/// The facts about one picture that decide what is made of it.
public struct Picture: Hashable, Sendable, Codable {
  /// The format of its bytes.
  public var format: PictureFormat
  /// The size as a viewer sees it: after the orientation below is applied.
  public var size: PixelSize
  /// The EXIF orientation (1 to 8) that still has to be applied to the stored pixels; 1 is upright.
  /// HEIC, AVIF and JPEG XL decoders turn pictures themselves, so theirs is always 1.
  public var orientation: Int
  /// Whether there is transparency.
  public var alpha: Alpha
  /// What of it the rendition shows otherwise than viewers of the file do, in words.
  public var differences: [String] = []
  /// Where its words are, line by line, upright; empty where there are none, or nobody looked.
  public var words: [PictureArea] = []
  /// The grounds on which a good part of it cannot be told from what lies behind its transparency.
  public var vanishesOn: [Ground] = []
  /// Whether every pixel has the same colour.
  public var isOneColour = false
  /// Whether its decoder gives colours that are multiplied by alpha already.
  public var isPremultiplied = false
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
  /// The frames of the sequence whose cover it is, where the file is meant to move and only its cover is read; nil for all others.
  public var coveredFrameCount: Int?

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
    /// No alpha channel and no transparent colour.
    case none
    /// An alpha channel in which every pixel is opaque.
    case opaque
    /// At least one pixel is not opaque.
    case used
  }

  /// What clients show behind transparency, by whether the device is in its dark or its light appearance.
  public enum Ground: String, Hashable, Sendable, Codable, CaseIterable {
    case dark, light
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
