/// A format of pictures or videos that richpush reads. In JSON it is one word, such as `jpeg` or `mp4`.
public enum MediaFormat: Hashable, Sendable {
  case picture(PictureFormat)
  case video(VideoFormat)

  /// The name people know it by.
  public var displayName: String {
    switch self {
    case .picture(let format): format.displayName
    case .video(let format): format.displayName
    }
  }

  /// The one extension that richpush writes for this format, without the dot.
  public var fileExtension: String {
    switch self {
    case .picture(let format): format.fileExtension
    case .video(let format): format.fileExtension
    }
  }

  /// Every extension, lower case, that tells the truth about this format.
  public var trueExtensions: Set<String> {
    switch self {
    case .picture(let format): format.trueExtensions
    case .video(let format): format.trueExtensions
    }
  }
}

extension MediaFormat: CaseIterable {
  public static let allCases: [MediaFormat] =
    PictureFormat.allCases.map(MediaFormat.picture) + VideoFormat.allCases.map(MediaFormat.video)
}

extension MediaFormat: RawRepresentable, Codable {
  public init?(rawValue: String) {
    if let format = PictureFormat(rawValue: rawValue) {
      self = .picture(format)
    } else if let format = VideoFormat(rawValue: rawValue) {
      self = .video(format)
    } else {
      return nil
    }
  }

  public var rawValue: String {
    switch self {
    case .picture(let format): format.rawValue
    case .video(let format): format.rawValue
    }
  }
}

extension MediaFormat {
  /// Whether a file's name claims that it is a picture or a video. A name decides nothing about what a file is, only whether it
  /// is worth an error when it turns out to be nothing that can be shown.
  public static func isMediaName(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return mediaExtensions.contains(path[path.index(after: dot)...].lowercased())
  }

  private static let mediaExtensions: Set<String> = Set(allCases.flatMap(\.trueExtensions)).union([
    "apng", "svgz", "ico", "cur", "tga", "sgi", "rgb", "psd", "psb", "ai", "eps", "exr", "hdr", "dng", "cr2", "cr3",
    "nef", "arw",
    "raf", "orf", "rw2", "jp2", "j2k", "jpf", "jpx", "jxr", "pcx", "pgm", "ppm", "pbm", "pnm", "wmv", "flv", "ogv",
    "ts",
    "m2ts",
  ])
}
