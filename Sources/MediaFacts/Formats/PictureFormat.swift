/// A picture format that richpush reads, told from a file's first bytes and never from its name.
public enum PictureFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case jpeg, png, gif, webp, heic, avif, tiff, bmp, svg, jxl

  /// The name people know it by.
  public var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .gif: "GIF"
    case .webp: "WebP"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .tiff: "TIFF"
    case .bmp: "BMP"
    case .svg: "SVG"
    case .jxl: "JPEG XL"
    }
  }

  /// The one extension that richpush writes for this format, without the dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    default: rawValue
    }
  }

  /// Every extension, lower case, that tells the truth about this format.
  public var trueExtensions: Set<String> {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .heic: ["heic", "heif", "hif", "heics", "heifs"]
    case .avif: ["avif", "avifs"]
    case .tiff: ["tif", "tiff"]
    case .bmp: ["bmp", "dib"]
    default: [rawValue]
    }
  }
}
