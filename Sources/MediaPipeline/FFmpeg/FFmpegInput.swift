import MediaFacts
import PushDelivery

/// A source as ffmpeg and ffprobe read it.
///
/// Only the named demuxer and local files are allowed, so that bytes that look like a playlist cannot make ffmpeg read other files or the
/// network. `-protocol_whitelist` is not enough: with it, a playlist can still open files next to it.
struct FFmpegInput: Sendable {
  /// The absolute path.
  let path: String
  /// ffmpeg's name of the demuxer.
  let demuxer: String

  /// The arguments up to and with `-i`.
  /// - Parameter options: options of the demuxer, the decoder or the input, such as `-ss`.
  func arguments(_ options: [String] = []) -> [String] {
    ["-protocol_whitelist", "file,pipe", "-format_whitelist", demuxer, "-f", demuxer] + options + [
      "-i", "file:" + path,
    ]
  }
}

extension FFmpegInput {
  init(path: String, format: VideoFormat) { self.init(path: path, demuxer: format.demuxer) }
}

extension Video {
  /// The decoder to name before `-i` if ffmpeg's default would lose something: its VP8 and VP9 ignore transparency.
  var decoderOptions: [String] {
    switch (hasAlpha, codec) {
    case (true, "vp8"): ["-c:v", "libvpx"]
    case (true, "vp9"): ["-c:v", "libvpx-vp9"]
    default: []
    }
  }
}

/// The decoders that may read untrusted bytes, as data: those of common codecs.
enum DecoderAllowList {
  /// For `-codec_whitelist`: decoders by ffmpeg's names.
  static let argument = (Array(videoDecoders.values) + audioDecoders.values).flatMap { $0 }.sorted().joined(
    separator: ",")

  /// Rejects an unreadable stream.
  /// - Throws: `MediaError.unsupported`.
  static func check(_ video: Video, withSound: Bool) throws(MediaError) {
    guard videoDecoders[video.codec] != nil else {
      throw .unsupported(
        format: "\(video.format.displayName) with the video codec \(video.codec)", hint: "export it as H.264 in MP4")
    }
    guard withSound, let codec = video.audio?.codec, audioDecoders[codec] == nil else { return }
    throw .unsupported(
      format: "\(video.format.displayName) with the audio codec \(codec)",
      hint: "export it with AAC sound, or have the sound dropped with `audio: drop`")
  }

  /// By ffmpeg's name of the codec.
  private static let videoDecoders: [String: [String]] = [
    "h264": ["h264"], "hevc": ["hevc"], "av1": ["libdav1d", "av1"], "vp8": ["vp8", "libvpx"],
    "vp9": ["vp9", "libvpx-vp9"], "mpeg4": ["mpeg4"], "mpeg2video": ["mpeg2video"], "mpeg1video": ["mpeg1video"],
    "mjpeg": ["mjpeg"], "h263": ["h263"], "h263p": ["h263p"], "theora": ["theora"], "prores": ["prores"],
    "dvvideo": ["dvvideo"], "qtrle": ["qtrle"], "png": ["png"], "rawvideo": ["rawvideo"], "cinepak": ["cinepak"],
    "msmpeg4v2": ["msmpeg4v2"], "msmpeg4v3": ["msmpeg4"], "vc1": ["vc1"], "svq3": ["svq3"], "huffyuv": ["huffyuv"],
    "ffv1": ["ffv1"], "dnxhd": ["dnxhd"],
  ]

  /// By ffmpeg's name of the codec.
  private static let audioDecoders: [String: [String]] = [
    "aac": ["aac"], "mp3": ["mp3float", "mp3"], "mp2": ["mp2float", "mp2"], "mp1": ["mp1float", "mp1"],
    "ac3": ["ac3"], "eac3": ["eac3"], "opus": ["opus", "libopus"], "vorbis": ["vorbis", "libvorbis"],
    "flac": ["flac"], "alac": ["alac"], "amr_nb": ["amrnb"], "amr_wb": ["amrwb"], "pcm_u8": ["pcm_u8"],
    "pcm_s16le": ["pcm_s16le"], "pcm_s16be": ["pcm_s16be"], "pcm_s24le": ["pcm_s24le"], "pcm_s24be": ["pcm_s24be"],
    "pcm_s32le": ["pcm_s32le"], "pcm_s32be": ["pcm_s32be"], "pcm_f32le": ["pcm_f32le"], "pcm_f32be": ["pcm_f32be"],
    "pcm_s8": ["pcm_s8"], "pcm_alaw": ["pcm_alaw"], "pcm_mulaw": ["pcm_mulaw"], "adpcm_ima_wav": ["adpcm_ima_wav"],
    "adpcm_ima_qt": ["adpcm_ima_qt"], "adpcm_ms": ["adpcm_ms"],
  ]
}
