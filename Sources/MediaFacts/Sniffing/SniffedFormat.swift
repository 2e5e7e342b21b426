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
  public init(firstBytes: [UInt8]) {
    let view = ByteView(firstBytes).clamped(at: 0, length: Self.neededByteCount)
    self =
      Self.signature(view) ?? Self.mediaFileBrand(view) ?? Self.bitmap(view) ?? Self.icon(view)
      ?? Self.transportStream(view) ?? Self.markup(view) ?? Self.targa(view) ?? .unknown
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

extension UnsupportedFormat {
  /// What to do about a sequence of pictures that is not read.
  package static let sequenceHint = "export it as animated GIF or WebP, or its cover as JPEG"
}

extension SniffedFormat {
  static func unreadVideo(_ name: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: name, hint: "export it as MP4 with H.264 and AAC", isMotion: true))
  }

  static func sequence(_ name: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: name, hint: UnsupportedFormat.sequenceHint, isMotion: true))
  }

  static func unreadPicture(_ name: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: name, hint: "export it as PNG or JPEG"))
  }

  static func cameraRaw(_ name: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: "camera raw (\(name))", hint: "develop it and export it as JPEG"))
  }

  static func document(_ name: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: name, hint: "export the page or the artwork as PNG or SVG"))
  }

  static func other(_ name: String, _ hint: String) -> SniffedFormat {
    .unsupported(UnsupportedFormat(name: name, hint: hint))
  }

  static func audio(_ name: String) -> SniffedFormat { other(name, "a notification shows pictures; remove it") }
}

/// Formats with short or no signatures: their header has to make sense before they are believed.
extension SniffedFormat {
  /// BMP: `BM`, then a header of a known range of sizes. It says one plane; some damaged files say none.
  static func bitmap(_ view: ByteView) -> SniffedFormat? {
    guard view.has("BM"), let size = view.uint32(at: 14, .little), (12...124).contains(size) else { return nil }
    guard let planes = view.uint16(at: size == 12 ? 22 : 26, .little) else { return nil }
    return planes <= 1 ? .picture(.bmp) : nil
  }

  /// Windows icons and cursors: a count of entries, the first of which lies behind the directory.
  static func icon(_ view: ByteView) -> SniffedFormat? {
    guard view.has([0, 0]), let kind = view.uint16(at: 2, .little), (1...2).contains(kind) else { return nil }
    guard let count = view.uint16(at: 4, .little), count > 0, view[9] == 0 else { return nil }
    guard let offset = view.uint32(at: 18, .little), offset >= 6 + 16 * count else { return nil }
    return unreadPicture(kind == 1 ? "Windows icon" : "Windows cursor")
  }

  /// MPEG transport streams: a sync byte every 188 bytes.
  static func transportStream(_ view: ByteView) -> SniffedFormat? {
    [0, 188, 376].allSatisfy { view[$0] == 0x47 } ? unreadVideo("MPEG transport stream") : nil
  }

  /// Targa has no signature; every field of the header must be one that the format allows.
  static func targa(_ view: ByteView) -> SniffedFormat? {
    guard let map = view[1], let kind = view[2], let depth = view[16], let descriptor = view[17] else { return nil }
    guard let width = view.uint16(at: 12, .little), let height = view.uint16(at: 14, .little) else { return nil }
    let isIndexed = kind == 1 || kind == 9
    let mapIsSane = isIndexed ? map == 1 && [15, 16, 24, 32].contains(view[7]) : map == 0 && view.has([0, 0], at: 5)
    let depths: [UInt8] = [3, 11].contains(kind) || isIndexed ? [8, 16] : [15, 16, 24, 32]
    guard [1, 2, 3, 9, 10, 11].contains(kind), mapIsSane, depths.contains(depth) else { return nil }
    return width > 0 && height > 0 && descriptor & 0xC0 == 0 ? unreadPicture("Targa") : nil
  }
}
