/// A file's type, only by its first bytes. The name of a file is never trusted.
public enum SniffedFormat: Hashable, Sendable {
  /// A picture, perhaps animated, in a supported format.
  case picture(PictureFormat)
  /// A video in a supported container.
  case video(VideoFormat)
  /// Recognised but unsupported.
  case unsupported(UnsupportedFormat)
  /// Nothing recognised.
  case unknown

  /// The number of bytes from the start of a file that are examined; more do no harm.
  public static let neededByteCount = 4096

  /// Tells the format from the first bytes of a file, `neededByteCount` of them or the whole of a shorter file.
  ///
  /// - Parameter pictures: the formats of pictures that are read.
  public init(firstBytes: [UInt8], among pictures: [PictureFormat] = PictureFormat.allCases) {
    let view = ByteView(firstBytes).clamped(at: 0, length: Self.neededByteCount)
    // Boxes identify a file more reliably than the headers of pictures.
    let formats = VideoFormat.allCases.map(MediaFormat.video) + pictures.map(MediaFormat.picture)
    let signed = formats.first { $0.traits.recognition.hasSignature(view) }
    // Some cameras mark files that would otherwise be TIFF.
    self =
      Self.unreadSignature(view) ?? signed.map(Self.init) ?? Self.unreadBoxes(view)
      ?? formats.first { $0.traits.recognition.hasHeader(view) }.map(Self.init)
      ?? Self.unreadHeader(view)
      ?? .unknown
  }

  private init(_ format: MediaFormat) {
    self =
      switch format {
      case .picture(let format): .picture(format)
      case .video(let format): .video(format)
      }
  }
}

extension SniffedFormat {
  /// The format, if supported.
  public var format: MediaFormat? {
    switch self {
    case .picture(let format): .picture(format)
    case .video(let format): .video(format)
    case .unsupported, .unknown: nil
    }
  }
}
