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
