import MediaFacts

/// What a `Content-Type` says, beside what the bytes are.
enum DeclaredType: Hashable, Sendable {
  case missing
  /// Bytes of any kind.
  case octetStream
  /// The format's registered type.
  case registered
  /// A name for it that no registry has.
  case unregistered
  /// Another picture, video or sound.
  case contradiction
  /// Something else altogether, such as text/html.
  case unrelated

  /// - Parameter mediaType: in lower case, without parameters.
  init(_ mediaType: String?, format: MediaFormat) {
    let medium = mediaType?.prefix { $0 != "/" }
    switch mediaType {
    case nil: self = .missing
    case "application/octet-stream", "binary/octet-stream", "application/x-octet-stream": self = .octetStream
    case .some(let type) where format.mediaTypes.contains(type): self = .registered
    case .some(let type) where format.unregisteredMediaTypes.contains(type): self = .unregistered
    case .some: self = ["image", "video", "audio"].contains(medium) ? .contradiction : .unrelated
    }
  }
}

extension MediaFormat {
  /// The registered media types (https://www.iana.org/assignments/media-types), the usual one first, and those of Apple's
  /// systems for containers that have none.
  var mediaTypes: [String] {
    switch self {
    case .picture(.svg): ["image/svg+xml"]
    case .picture(.heic): ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"]
    case .picture(.png): ["image/png", "image/apng"]
    case .picture(let format): ["image/\(format.rawValue)"]
    case .video(.mp4): ["video/mp4", "video/x-m4v"]
    case .video(.m4v): ["video/x-m4v", "video/mp4"]
    case .video(.quickTime): ["video/quicktime"]
    case .video(.threeGP): ["video/3gpp", "video/3gpp2"]
    case .video(.webm): ["video/webm"]
    case .video(.matroska): ["video/matroska", "video/x-matroska"]
    case .video(.avi): ["video/x-msvideo", "video/avi", "video/msvideo", "video/vnd.avi"]
    case .video(.mpegProgramStream), .video(.mpegVideo): ["video/mpeg"]
    }
  }

  /// Names that servers are configured with by mistake.
  fileprivate var unregisteredMediaTypes: [String] {
    switch self {
    case .picture(.jpeg): ["image/jpg", "image/pjpeg", "image/jfif", "image/x-jpeg"]
    case .picture(.png): ["image/x-png", "image/vnd.mozilla.apng"]
    case .picture(.gif): ["image/x-gif"]
    case .picture(.bmp): ["image/x-bmp", "image/x-ms-bmp"]
    case .picture(.tiff): ["image/tif", "image/x-tiff"]
    case .picture(.svg): ["image/svg"]
    case .video(.mp4): ["video/x-mp4", "video/mpeg4"]
    default: []
    }
  }
}

/// A media type that Apple's systems know, with the extensions that are registered for it.
struct RegisteredType: Hashable, Sendable {
  /// Lower case, without the dot; the preferred one first.
  let extensions: [String]

  /// - Parameter mediaType: in lower case, without parameters.
  init?(mediaType: String) {
    guard let extensions = registeredExtensions[mediaType] else { return nil }
    self.extensions = extensions
  }
}

/// From the declarations of Apple's Uniform Type Identifiers: what servers send for pictures, videos and sounds, and for
/// the pages that they send instead
/// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers).
private let registeredExtensions: [String: [String]] = [
  "image/jpeg": ["jpeg", "jpg", "jpe"],
  "image/png": ["png"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/bmp": ["bmp", "dib"],
  "image/tiff": ["tiff", "tif"],
  "image/heic": ["heic"],
  "image/heif": ["heif"],
  "image/avif": ["avif"],
  "image/jxl": ["jxl"],
  "image/svg+xml": ["svg", "svgz"],
  "image/x-icon": ["ico"],
  "image/vnd.microsoft.icon": ["ico"],
  "video/mp4": ["mp4", "mpg4"],
  "video/x-m4v": ["m4v"],
  "video/quicktime": ["mov", "qt"],
  "video/mpeg": ["mpg", "mpeg", "mpe", "m75", "m15"],
  "video/avi": ["avi", "vfw"],
  "video/msvideo": ["avi", "vfw"],
  "video/x-msvideo": ["avi", "vfw"],
  "video/3gpp": ["3gp", "3gpp"],
  "video/webm": ["webm"],
  "audio/mpeg": ["mp3", "mpga"],
  "audio/mp4": ["mp4", "mpg4"],
  "audio/x-m4a": ["m4a"],
  "audio/wav": ["wav", "wave"],
  "audio/x-wav": ["wav", "wave"],
  "audio/aiff": ["aiff", "aif"],
  "audio/x-aiff": ["aiff", "aif"],
  "text/html": ["html", "htm", "shtml", "shtm"],
  "text/css": ["css"],
  "text/xml": ["xml"],
  "application/xml": ["xml"],
  "application/xhtml+xml": ["xhtml", "xht"],
  "application/json": ["json"],
  "application/javascript": ["js"],
  "application/pdf": ["pdf"],
  "application/zip": ["zip"],
]
