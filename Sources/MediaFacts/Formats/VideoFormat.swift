/// A video container that richpush reads, recognised by a file's first bytes and never by its name.
///
/// Two are equal when they have the same name.
public struct VideoFormat: Sendable {
  /// Names, media types and signatures.
  package let traits: FormatTraits
  /// ffmpeg's name of its demuxer.
  package let demuxer: String

  /// - Parameter apple: the attachment type on Apple's systems: only their clients show videos in notifications.
  private init(_ name: String, _ recognition: Recognition, apple: AppleAttachment? = nil, demuxer: String) {
    traits = FormatTraits(name, recognition, support: ClientSupport(apple: apple))
    self.demuxer = demuxer
  }
}

extension VideoFormat: CaseIterable {
  /// All supported containers.
  public static let allCases: [VideoFormat] = [
    .mp4, .m4v, .quickTime, .threeGP, .webm, .matroska, .avi, .mpegProgramStream, .mpegVideo,
  ]
}

extension VideoFormat {
  public static let mp4 = VideoFormat("mp4", .header { BoxFile($0) == .mp4 }, apple: .mpeg4, demuxer: "mov")
  public static let m4v = VideoFormat("m4v", .header { BoxFile($0) == .m4v }, apple: .mpeg4, demuxer: "mov")
  public static let quickTime = VideoFormat("mov", .header { BoxFile($0) == .quickTime }, demuxer: "mov")
  public static let threeGP = VideoFormat("3gp", .header { BoxFile($0) == .threeGP }, demuxer: "mov")
  public static let webm = VideoFormat("webm", .header { $0.isWebM == true }, demuxer: "matroska")
  public static let matroska = VideoFormat("mkv", .header { $0.isWebM == false }, demuxer: "matroska")
  public static let avi = VideoFormat("avi", .signatures([.riff("AVI ")]), apple: .avi, demuxer: "avi")

  /// MPEG-1 or MPEG-2 video, usually with sound.
  public static let mpegProgramStream = VideoFormat(
    "mpg", .signatures([Signature([0, 0, 1, 0xBA])]), apple: .mpeg, demuxer: "mpeg")

  /// Only MPEG-1 or MPEG-2 video.
  public static let mpegVideo = VideoFormat(
    "m2v", .signatures([Signature([0, 0, 1, 0xB3])]), apple: .mpeg, demuxer: "mpegvideo")
}

extension VideoFormat: Hashable, RawRepresentable, Codable, CustomStringConvertible {
  /// The supported format of this name in JSON.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  public var rawValue: String { traits.name }

  public var description: String { rawValue }

  /// Its common name.
  public var displayName: String { traits.displayName }
}
