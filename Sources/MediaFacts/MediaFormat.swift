package import Findings

/// A picture or video format that richpush reads. In JSON it is one word, such as `jpeg` or `mp4`.
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

  /// Its common name.
  public var displayName: String { traits.displayName }

  /// The one extension that richpush writes for this format, without the dot.
  public var fileExtension: String { traits.extensions[0] }

  /// All true extensions of this format, in lower case.
  public var trueExtensions: Set<String> { Set(traits.extensions) }

  /// The registered media type, such as `image/jpeg`.
  public var mediaType: String { traits.mediaTypes[0] }
}

extension MediaFormat: CaseIterable {
  public static let allCases: [MediaFormat] =
    PictureFormat.allCases.map(MediaFormat.picture) + VideoFormat.allCases.map(MediaFormat.video)

  /// The formats of renditions, and so of everything published.
  public static let published: [MediaFormat] = [.picture(.jpeg), .picture(.png), .picture(.gif), .video(.mp4)]
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
  /// Whether a file's name claims a picture or video. Names never decide the type of a file, only whether an unreadable one is
  /// an error.
  public static func isMediaName(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    let text = path[path.index(after: dot)...].lowercased()
    return byExtension[text] != nil || unreadExtensions.contains(text)
  }

  /// The formats for which an extension, in lower case, is true.
  package static func withExtension(_ fileExtension: String) -> [MediaFormat] { byExtension[fileExtension] ?? [] }

  /// Apple's extensions for a media type, the preferred one first; nil where no format has it.
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

  /// Of unsupported formats, and second ones of supported formats.
  private static let unreadExtensions: Set<String> = [
    "apng", "svgz", "ico", "cur", "tga", "sgi", "rgb", "psd", "psb", "ai", "eps", "exr", "hdr",
    "dng", "cr2", "cr3",
    "nef", "arw", "raf", "orf", "rw2", "jp2", "j2k", "jpf", "jpx", "jxr", "pcx", "pgm", "ppm",
    "pbm", "pnm", "wmv",
    "flv", "ogv", "ts", "m2ts",
  ]
}

extension Platform {
  /// How well the clients show a format.
  package func support(of format: MediaFormat) -> FormatSupport {
    let support = format.traits.support
    return switch self {
    case .ios: support.apple == nil ? .nowhere : .everywhere
    case .android: support.android
    case .web: support.chrome
    }
  }

  /// Whether clients in use show the format at all.
  package func shows(_ format: MediaFormat) -> Bool { support(of: format) != .nowhere }
}

extension AppleAttachment {
  /// The attachment type; nil where Apple's table lacks it.
  package init?(_ format: MediaFormat) {
    guard let type = format.traits.support.apple else { return nil }
    self = type
  }
}

/// A picture format that richpush reads, recognised by a file's first bytes and never by its name.
///
/// All facts of a format are in one place, with the reader of its header. Two are equal when they have the same name.
public struct PictureFormat: Sendable {
  /// Names, media types, signatures, and client support.
  package let traits: FormatTraits
  /// The decoder of its pixels.
  package let decoder: DecoderKind
  /// Reads the facts in the bytes of a whole file before anything is decoded.
  let readHeader: @Sendable (ByteView) -> HeaderFacts

  package init(
    _ traits: FormatTraits, decoder: DecoderKind,
    readHeader: @escaping @Sendable (ByteView) -> HeaderFacts
  ) { (self.traits, self.decoder, self.readHeader) = (traits, decoder, readHeader) }
}

extension PictureFormat: CaseIterable {
  /// All supported formats.
  public static let allCases: [PictureFormat] = [.jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp, .svg, .jxl]
}

/// A decoder of pictures. Our own reading of a file's first bytes chooses it; decoders never guess.
package enum DecoderKind: Hashable, Sendable {
  /// Those of libvips.
  case jpeg, png, gif, webp, heif, tiff, jxl
  /// Without pixels: it is drawn.
  case drawing
  /// ffmpeg's, which needs the size.
  case bitmap
}

extension PictureFormat: Hashable, RawRepresentable, Codable, CustomStringConvertible {
  /// The supported format of this name in JSON.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  public var rawValue: String { traits.name }

  public var description: String { rawValue }
}

extension PictureFormat {
  /// Its common name.
  public var displayName: String { traits.displayName }
}

extension HeaderFacts {
  /// Reads `bytes`, a whole file that `SniffedFormat` recognised as `format`. Any bytes are allowed: damaged or cut-off
  /// ones give the facts before that.
  public init(parsing bytes: [UInt8], format: PictureFormat) { self = format.readHeader(ByteView(bytes)) }
}
