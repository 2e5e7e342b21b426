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
