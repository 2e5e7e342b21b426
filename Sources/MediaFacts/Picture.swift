import Findings

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
  /// The places of lines of small words, upright; nil without any, or if not examined.
  public var smallPrint: [PictureArea]?
  /// The words that were read in it, in reading order; nil if they were not read.
  public var readWords: [ReadWord]?
  /// The grounds on which much of it is invisible because of its transparency.
  public var vanishesOn: [Ground] = []
  /// Whether every pixel has the same colour.
  public var isOneColour = false
  /// Whether its decoder gives colours already multiplied by alpha.
  public var isPremultiplied = false
  /// True if it was examined for damage and has none that `PictureLoss` finds; nil otherwise, and in `Inspection.kept`.
  public var isWhole: Bool?
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
    (self.format, self.size, self.orientation, self.alpha) = (format, size, orientation, alpha)
    (self.color, self.bitDepth, self.content, self.metadata) = (color, bitDepth, content, metadata.sorted())
    (self.trailingByteCount, self.isWidelyDecodable) = (trailingByteCount, isWidelyDecodable)
  }

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
  public enum Ground: String, Hashable, Sendable, Codable, CaseIterable { case dark, light }

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

/// How an animated picture moves.
public struct Animation: Hashable, Sendable, Codable {
  /// The delay of each frame in milliseconds, as in the file.
  public var delays: [Int]
  /// How often it plays; 0 for ever.
  public var loopCount: Int
  /// The disposals of frames; sorted, each once.
  public var disposals: [Disposal]
  /// The time, in seconds from the start, of the poster frame.
  public var posterTime: Double

  public init(delays: [Int], loopCount: Int = 0, disposals: Set<Disposal> = [.keep], posterTime: Double = 0) {
    (self.delays, self.loopCount) = (delays, loopCount)
    self.disposals = disposals.sorted { $0.rawValue < $1.rawValue }
    self.posterTime = posterTime
  }

  /// What happens to a frame before the next is drawn.
  public enum Disposal: String, Hashable, Sendable, Codable {
    /// It stays.
    case keep
    /// Its rectangle becomes transparent.
    case background
    /// Its rectangle is restored.
    case previous
  }

  public var frameCount: Int { delays.count }

  /// How many milliseconds clients show each frame: they replace very short delays.
  public var playedDelays: [Int] {
    delays.map { $0 < ClientLimit.shortestFrameDelay.value ? Self.replacementDelay : min($0, Self.longestDelay) }
  }

  /// GIF's longest delay, in milliseconds. Longer delays are mistakes, and their sum must not overflow.
  public static let longestDelay = 655_350

  /// How many frames are shown for less time than in the file.
  public var shortenedFrameCount: Int { delays.count { $0 > Self.longestDelay } }

  /// How many frames clients show for more time than in the file.
  public var clampedFrameCount: Int { delays.count { $0 < ClientLimit.shortestFrameDelay.value } }

  /// How long it plays once, in seconds, in clients.
  public var duration: Double { Double(playedDelays.reduce(0, +)) / 1000 }

  /// The index of the frame that clients show at a time, in seconds from the start; the last one after the end.
  public func frameIndex(at time: Double) -> Int {
    var end = 0
    for (index, delay) in playedDelays.enumerated() {
      end += delay
      if time * 1000 < Double(end) { return index }
    }
    return max(0, frameCount - 1)
  }

  /// The middle of a frame's time, in seconds from the start.
  public func time(ofFrame index: Int) -> Double {
    let delays = playedDelays.prefix(index + 1)
    return (Double(delays.dropLast().reduce(0, +)) + Double(delays.last ?? 0) / 2) / 1000
  }

  /// The delay that clients use in place of a too short one, in milliseconds.
  public static let replacementDelay = 100
}
