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
