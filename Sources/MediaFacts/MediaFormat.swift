package import Findings

/// A format of pictures or videos that richpush reads. In JSON it is one word, such as `jpeg` or `mp4`.
public enum MediaFormat: Hashable, Sendable {
  case picture(PictureFormat)
  case video(VideoFormat)

  /// Its row in the table of formats.
  package var traits: FormatTraits {
    switch self {
    case .picture(let format): format.traits
    case .video(let format): format.traits
    }
  }

  /// The name people know it by.
  public var displayName: String { traits.displayName }

  /// The one extension that richpush writes for this format, without the dot.
  public var fileExtension: String { traits.extensions[0] }

  /// Every extension, lower case, that tells the truth about this format.
  public var trueExtensions: Set<String> { Set(traits.extensions) }

  /// The registered media type, such as `image/jpeg`.
  public var mediaType: String { traits.mediaTypes[0] }
}

extension MediaFormat: CaseIterable {
  public static let allCases: [MediaFormat] =
    PictureFormat.allCases.map(MediaFormat.picture) + VideoFormat.allCases.map(MediaFormat.video)

  /// What renditions are made in, so the formats of everything that is published.
  public static let published: [MediaFormat] = [
    .picture(.jpeg), .picture(.png), .picture(.gif), .video(.mp4),
  ]
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

  public var rawValue: String { traits.name }
}

extension MediaFormat {
  /// Whether a file's name claims that it is a picture or a video. A name decides nothing about what a file is, only whether it
  /// is worth an error when it turns out to be nothing that can be shown.
  public static func isMediaName(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    let text = path[path.index(after: dot)...].lowercased()
    return byExtension[text] != nil || unreadExtensions.contains(text)
  }

  /// The formats of which an extension, in lower case, tells the truth.
  package static func withExtension(_ fileExtension: String) -> [MediaFormat] {
    byExtension[fileExtension] ?? []
  }

  /// The extensions that Apple's systems have for a media type, the preferred one first; nil where no format has it.
  package static func appleExtensions(of mediaType: String) -> [String]? { byAppleType[mediaType] }

  private static let byExtension = allCases.reduce(into: [String: [MediaFormat]]()) {
    formats, format in
    for fileExtension in format.traits.extensions {
      formats[fileExtension, default: []].append(format)
    }
  }

  private static let byAppleType = allCases.reduce(into: [String: [String]]()) { types, format in
    types.merge(format.traits.appleTypes) { first, _ in first }
  }

  /// Of formats that are not read, and second ones of those that are.
  private static let unreadExtensions: Set<String> = [
    "apng", "svgz", "ico", "cur", "tga", "sgi", "rgb", "psd", "psb", "ai", "eps", "exr", "hdr",
    "dng", "cr2", "cr3",
    "nef", "arw", "raf", "orf", "rw2", "jp2", "j2k", "jpf", "jpx", "jxr", "pcx", "pgm", "ppm",
    "pbm", "pnm", "wmv",
    "flv", "ogv", "ts", "m2ts",
  ]
}

extension Platform {
  /// How far the clients show a format.
  package func support(of format: MediaFormat) -> FormatSupport {
    let support = format.traits.support
    return switch self {
    case .ios: support.apple == nil ? .nowhere : .everywhere
    case .android: support.android
    case .web: support.chrome
    }
  }

  /// Whether clients show the format at all, on systems of today.
  package func shows(_ format: MediaFormat) -> Bool { support(of: format) != .nowhere }
}

extension AppleAttachment {
  /// What the bytes are; nil where Apple's table does not have it.
  package init?(_ format: MediaFormat) {
    guard let type = format.traits.support.apple else { return nil }
    self = type
  }
}
