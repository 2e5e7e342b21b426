/// A video container that richpush reads, recognised by a file's first bytes and never by its name.
///
/// Two are equal when they have the same name.
public struct VideoFormat: Sendable {
  /// Names, media types and signatures.
  package let traits: FormatTraits
  /// ffmpeg's name of its demuxer.
  package let demuxer: String

  init(_ traits: FormatTraits, demuxer: String) {
    (self.traits, self.demuxer) = (traits, demuxer)
  }
}

extension VideoFormat: CaseIterable {
  /// All supported containers.
  public static let allCases: [VideoFormat] = [
    .mp4, .m4v, .quickTime, .threeGP, .webm, .matroska, .avi, .mpegProgramStream, .mpegVideo,
  ]
}

/// Only Apple's clients show videos in notifications.
extension VideoFormat {
  public static let mp4 = VideoFormat(
    FormatTraits(
      "mp4", "MP4", extensions: ["mp4"], mediaTypes: ["video/mp4", "video/x-m4v"],
      unregisteredMediaTypes: ["video/x-mp4", "video/mpeg4"],
      appleTypes: ["video/mp4": ["mp4", "mpg4"]],
      recognition: .header { BoxFile($0) == .mp4 }, support: ClientSupport(apple: .mpeg4)),
    demuxer: "mov")

  public static let m4v = VideoFormat(
    FormatTraits(
      "m4v", "M4V", extensions: ["m4v"], mediaTypes: ["video/x-m4v", "video/mp4"],
      appleTypes: ["video/x-m4v": ["m4v"]], recognition: .header { BoxFile($0) == .m4v },
      support: ClientSupport(apple: .mpeg4)),
    demuxer: "mov")

  public static let quickTime = VideoFormat(
    FormatTraits(
      "mov", "QuickTime movie", extensions: ["mov", "qt"], mediaTypes: ["video/quicktime"],
      appleTypes: ["video/quicktime": ["mov", "qt"]],
      recognition: .header { BoxFile($0) == .quickTime },
      support: ClientSupport()),
    demuxer: "mov")

  public static let threeGP = VideoFormat(
    FormatTraits(
      "3gp", "3GP", extensions: ["3gp", "3gpp", "3g2"], mediaTypes: ["video/3gpp", "video/3gpp2"],
      appleTypes: ["video/3gpp": ["3gp", "3gpp"]], recognition: .header { BoxFile($0) == .threeGP },
      support: ClientSupport()),
    demuxer: "mov")

  public static let webm = VideoFormat(
    FormatTraits(
      "webm", "WebM", extensions: ["webm"], mediaTypes: ["video/webm"],
      appleTypes: ["video/webm": ["webm"]],
      recognition: .header { $0.isWebM == true }, support: ClientSupport()),
    demuxer: "matroska")

  public static let matroska = VideoFormat(
    FormatTraits(
      "mkv", "Matroska", extensions: ["mkv"], mediaTypes: ["video/matroska", "video/x-matroska"],
      recognition: .header { $0.isWebM == false }, support: ClientSupport()),
    demuxer: "matroska")

  public static let avi = VideoFormat(
    FormatTraits(
      "avi", "AVI", extensions: ["avi"],
      mediaTypes: ["video/x-msvideo", "video/avi", "video/msvideo", "video/vnd.avi"],
      appleTypes: [
        "video/avi": ["avi", "vfw"], "video/msvideo": ["avi", "vfw"],
        "video/x-msvideo": ["avi", "vfw"],
      ], recognition: .signatures([.riff("AVI ")]), support: ClientSupport(apple: .avi)),
    demuxer: "avi")

  /// MPEG-1 or MPEG-2 video, usually with sound.
  public static let mpegProgramStream = VideoFormat(
    FormatTraits(
      "mpg", "MPEG program stream", extensions: ["mpg", "mpeg", "mpe", "m1v", "m2v", "vob"],
      mediaTypes: ["video/mpeg"], appleTypes: ["video/mpeg": ["mpg", "mpeg", "mpe", "m75", "m15"]],
      recognition: .signatures([Signature([0, 0, 1, 0xBA])]), support: ClientSupport(apple: .mpeg)),
    demuxer: "mpeg")

  /// Only MPEG-1 or MPEG-2 video.
  public static let mpegVideo = VideoFormat(
    FormatTraits(
      "m2v", "MPEG video", extensions: ["m2v", "mpg", "mpeg", "mpe", "m1v", "vob"],
      mediaTypes: ["video/mpeg"],
      recognition: .signatures([Signature([0, 0, 1, 0xB3])]), support: ClientSupport(apple: .mpeg)),
    demuxer: "mpegvideo")
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
