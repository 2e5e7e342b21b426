import MediaFacts

/// How a `Content-Type` compares with the bytes.
enum DeclaredType: Hashable, Sendable {
  case missing
  /// Bytes of any kind.
  case octetStream
  /// The format's registered type.
  case registered
  /// An unregistered name for it.
  case unregistered
  /// Another picture, video or sound.
  case contradiction
  /// Something else, such as text/html.
  case unrelated

  /// - Parameter mediaType: in lower case, without parameters.
  init(_ mediaType: String?, format: MediaFormat) {
    let medium = mediaType?.prefix { $0 != "/" }
    switch mediaType {
    case nil: self = .missing
    case "application/octet-stream", "binary/octet-stream", "application/x-octet-stream": self = .octetStream
    case .some(let type) where format.traits.mediaTypes.contains(type): self = .registered
    case .some(let type) where format.traits.unregisteredMediaTypes.contains(type): self = .unregistered
    case .some: self = ["image", "video", "audio"].contains(medium) ? .contradiction : .unrelated
    }
  }
}

/// A media type that Apple's systems know, with the extensions that are registered for it.
struct RegisteredType: Hashable, Sendable {
  /// Lower case, without the dot; the preferred one first.
  let extensions: [String]

  /// - Parameter mediaType: in lower case, without parameters.
  init?(mediaType: String) {
    guard let extensions = MediaFormat.appleExtensions(of: mediaType) ?? otherTypes[mediaType] else { return nil }
    self.extensions = extensions
  }
}

/// Types that are neither pictures nor videos: icons, sounds, and the pages and documents that servers name instead, from the declarations
/// of Apple's Uniform Type Identifiers
/// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers).
private let otherTypes: [String: [String]] = [
  "image/x-icon": ["ico"],
  "image/vnd.microsoft.icon": ["ico"],
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
  "application/gzip": ["gz", "gzip"],
  "application/x-gzip": ["gz", "gzip"],
  "application/x-tar": ["tar"],
  "application/x-bzip2": ["bz2", "bz"],
  "application/rtf": ["rtf"],
  "text/rtf": ["rtf"],
  "text/csv": ["csv"],
  "text/comma-separated-values": ["csv"],
  "text/tab-separated-values": ["tsv"],
  "text/calendar": ["ics"],
  "text/vcard": ["vcf", "vcard"],
  "text/x-vcard": ["vcf", "vcard"],
  "text/javascript": ["js"],
  "application/postscript": ["ps"],
  "application/msword": ["doc"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.ms-powerpoint": ["ppt"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/epub+zip": ["epub"],
  "application/x-shockwave-flash": ["swf"],
  "message/rfc822": ["eml"],
]
