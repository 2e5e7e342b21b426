/// A container of videos that richpush reads, told from a file's first bytes and never from its name.
public enum VideoFormat: String, Hashable, Sendable, Codable, CaseIterable {
  case mp4, m4v
  case quickTime = "mov"
  case threeGP = "3gp"
  case webm
  case matroska = "mkv"
  case avi
  /// MPEG-1 or MPEG-2 video, usually with sound.
  case mpegProgramStream = "mpg"
  /// MPEG-1 or MPEG-2 video alone.
  case mpegVideo = "m2v"

  /// The name people know it by.
  public var displayName: String {
    switch self {
    case .mp4: "MP4"
    case .m4v: "M4V"
    case .quickTime: "QuickTime movie"
    case .threeGP: "3GP"
    case .webm: "WebM"
    case .matroska: "Matroska"
    case .avi: "AVI"
    case .mpegProgramStream: "MPEG program stream"
    case .mpegVideo: "MPEG video"
    }
  }

  /// The one extension that richpush writes for this format, without the dot.
  public var fileExtension: String { rawValue }

  /// Every extension, lower case, that tells the truth about this format.
  public var trueExtensions: Set<String> {
    switch self {
    case .quickTime: ["mov", "qt"]
    case .threeGP: ["3gp", "3gpp", "3g2"]
    case .mpegProgramStream, .mpegVideo: ["mpg", "mpeg", "mpe", "m1v", "m2v", "vob"]
    default: [rawValue]
    }
  }
}
