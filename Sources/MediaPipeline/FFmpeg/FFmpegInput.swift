import MediaFacts
import PushDelivery

/// A source as ffmpeg and ffprobe are to read it.
///
/// The demuxer is named, it is the only one allowed, and only local files may be opened, so that bytes that look like a playlist to
/// ffmpeg cannot make it read other files or the network. `-protocol_whitelist` alone does not do that: with it, a playlist
/// still has its neighbours opened.
struct FFmpegInput: Sendable {
  /// The absolute path.
  let path: String
  /// ffmpeg's name of the demuxer.
  let demuxer: String

  /// The arguments up to and with `-i`.
  ///
  /// - Parameter options: options of the demuxer, the decoder or the input, such as `-ss`.
  func arguments(_ options: [String] = []) -> [String] {
    ["-protocol_whitelist", "file,pipe", "-format_whitelist", demuxer, "-f", demuxer] + options
      + ["-i", "file:" + path]
  }
}

extension FFmpegInput {
  init(path: String, format: VideoFormat) {
    self.init(path: path, demuxer: format.demuxer)
  }
}

extension Video {
  /// The decoder to name before `-i` where ffmpeg's own choice would lose something: its VP8 and VP9 know no transparency.
  var decoderOptions: [String] {
    switch (hasAlpha, codec) {
    case (true, "vp8"): ["-c:v", "libvpx"]
    case (true, "vp9"): ["-c:v", "libvpx-vp9"]
    default: []
    }
  }
}

extension VideoFormat {
  /// ffmpeg's name of what reads it.
  fileprivate var demuxer: String {
    switch self {
    case .mp4, .m4v, .quickTime, .threeGP: "mov"
    case .webm, .matroska: "matroska"
    case .avi: "avi"
    case .mpegProgramStream: "mpeg"
    case .mpegVideo: "mpegvideo"
    }
  }
}
