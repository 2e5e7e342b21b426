/// What a file is, told from its first bytes alone. The name of a file is never believed.
public enum SniffedFormat: Hashable, Sendable {
  /// A picture, perhaps animated, in a format that is read.
  case picture(PictureFormat)
  /// A video in a container that is read.
  case video(VideoFormat)
  /// Something recognised that is not read.
  case unsupported(UnsupportedFormat)
  /// Nothing recognised.
  case unknown

  /// The number of bytes from the start of a file that are looked at; more do no harm.
  public static let neededByteCount = 4096

  /// Tells the format from the first bytes of a file, `neededByteCount` of them or the whole of a shorter file.
  ///
  /// - Parameter pictures: the formats of pictures that are read.
  public init(firstBytes: [UInt8], among pictures: [PictureFormat] = PictureFormat.allCases) {
    let view = ByteView(firstBytes).clamped(at: 0, length: Self.neededByteCount)
    // Boxes say more surely than the headers of pictures what a file is.
    let formats = VideoFormat.allCases.map(MediaFormat.video) + pictures.map(MediaFormat.picture)
    let signed = formats.first { $0.traits.recognition.hasSignature(view) }
    // The marks of some cameras lie in files that would otherwise be TIFF.
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
  /// The format, if it is one that is read.
  public var format: MediaFormat? {
    switch self {
    case .picture(let format): .picture(format)
    case .video(let format): .video(format)
    case .unsupported, .unknown: nil
    }
  }
}
