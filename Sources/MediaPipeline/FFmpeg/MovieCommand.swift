import Findings
import MediaFacts
import PushDelivery

/// ffmpeg's arguments for each encode of one movie.
///
/// The result depends only on the source and the plan: x264 runs on one thread, and nothing names an encoder, a time or a place.
struct MovieCommand: Sendable {
  let input: FFmpegInput
  let video: Video
  let specification: MotionSpecification
  let sound: MovieSound
  /// The path of x264's statistics; its endings follow.
  let statistics: String

  /// One pass that aims at a quality and keeps full statistics.
  func quality(_ size: PixelSize, largestBytes: Int, to output: String) -> [String] {
    reading + pictures(size) + ["-crf", "\(MovieSearch.rateFactor)"] + pass(1) + ["-fastfirstpass", "0"]
      + soundOptions + ["-fs", "\(largestBytes)"] + Self.muxing(output)
  }

  /// No encode: writes a line of SSIM to standard output for two frames of each second, scaled to a size and back.
  func comparison(_ smaller: PixelSize) -> [String] {
    let full = specification.size.even
    let back = "scale=\(smaller.width):\(smaller.height):flags=lanczos,scale=\(full.width):\(full.height):flags=bicubic"
    let filters = VideoFilters(video: video, size: full, background: specification.background).chain(to: .movie)
    let graph = "fps=2,\(filters),split[small][whole];[small]\(back)[again];[again][whole]ssim=stats_file=-"
    return reading + ["-an", "-vf", graph, "-f", "null", "-"]
  }

  /// A quick first pass; only statistics are written.
  func survey(_ size: PixelSize, bitRate: Int) -> [String] {
    reading + pictures(size) + ["-b:v", "\(bitRate)"] + pass(1) + ["-an", "-f", "null", "-"]
  }

  /// The second pass.
  func rate(_ size: PixelSize, bitRate: Int, largestBytes: Int, to output: String) -> [String] {
    reading + pictures(size) + ["-b:v", "\(bitRate)"] + pass(2) + soundOptions + ["-fs", "\(largestBytes)"]
      + Self.muxing(output)
  }

  /// The pictures as they are coded, without notes. `sound` is encoded if needed.
  func keepingPictures(to output: String) -> [String] {
    reading + ["-c:v", "copy"] + Self.rewritten + soundOptions + Self.muxing(output)
  }

  private var reading: [String] {
    ["-y", "-filter_threads", "2", "-threads", "2"] + input.arguments(Self.restrictions + video.decoderOptions)
      + ["-map", "0:\(video.streamIndex)"] + (soundIndex.map { ["-map", "0:\($0)"] } ?? []) + Self.cut(specification)
  }

  /// The used part of the source.
  static func cut(_ specification: MotionSpecification) -> [String] {
    specification.seconds.map { ["-t", "\($0)"] } ?? []
  }

  static let restrictions = ["-codec_whitelist", DecoderAllowList.argument]

  private var soundIndex: Int? { sound == .none ? nil : video.audio?.streamIndex }

  /// Variable frame times are kept, on a clock that is fine enough for every container.
  private func pictures(_ size: PixelSize) -> [String] {
    let filters = VideoFilters(
      video: video, size: size, maximumFrameRate: specification.maximumFrameRate, background: specification.background)
    let clock = video.hasVariableFrameRate && !filters.limitsFrameRate ? ["-enc_time_base:v", "1:90000"] : []
    return ["-vf", filters.chain(to: .movie), "-fps_mode:v", "vfr"] + clock + Self.encoder
  }

  /// x264's defaults, plus the motion search and the mode decision of its preset `slow`, and a thorough choice of B-frames. Measured at a
  /// sixth of a clip's bytes, SSIM is 0.951 instead of 0.947 at equal size. This is better and faster than `slow` itself (0.949).
  ///
  /// One thread, because x264's parallel encoding depends on when its threads get to run: on a busy machine one of a dozen encodes had
  /// other bytes. Several movies are encoded in parallel instead.
  private static let encoder =
    ["-c:v", "libx264", "-preset", "medium", "-profile:v", "high", "-threads", "1"]
    + ["-x264-params", "subme=8:trellis=2:bframes=5:b-adapt=2"] + withoutNotes
    + ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]

  /// Keeps only the parts of pictures in H.264's usual profiles (ITU-T H.264, table 7-1): slices (1 and 5) and their parameter sets (7 and
  /// 8). Removes notes (SEI, 6), where x264 writes its name and settings, delimiters (9), filler (12), and everything that decoders of
  /// these profiles skip.
  private static let picturesAlone = "filter_units=pass_types=1|5|7|8"
  private static let withoutNotes = ["-bsf:v", picturesAlone]
  /// The same for pictures from another encoder: parameter sets and slice headers are rewritten, so that no bytes stay after their end, and
  /// an invalid set makes the run fail.
  private static let rewritten = ["-bsf:v", picturesAlone + ",h264_metadata"]

  private func pass(_ number: Int) -> [String] { ["-pass", "\(number)", "-passlogfile", statistics] }

  /// Gaps in the sound become silence, so that it stays in sync.
  private var soundOptions: [String] {
    switch sound {
    case .none: []
    case .kept: ["-c:a", "copy"]
    case .encoded(let bitRate, let channelCount, let sampleRate):
      ["-c:a", "aac", "-b:a", "\(bitRate)", "-ac", "\(channelCount)", "-ar", "\(sampleRate)"]
        + ["-af", "aresample=async=1"]
    }
  }

  /// An MP4 with its index in front and no metadata.
  private static func muxing(_ output: String) -> [String] {
    ["-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"]
      + ["-flags:v", "+bitexact", "-flags:a", "+bitexact", "-movflags", "+faststart", "-empty_hdlr_name", "1"]
      + ["-f", "mp4", "file:" + output]
  }
}

/// Cuts ffmpeg's raw video output into frames.
struct RawFrames {
  /// The bytes of one frame; more than 0.
  private let frameByteCount: Int
  private var pending: [UInt8] = []
  /// Frames delivered so far.
  private(set) var count = 0

  init(of size: PixelSize, channelCount: Int) {
    frameByteCount = max(1, size.count.times(channelCount) ?? .max)
  }

  /// Takes a piece of output and delivers the frames that it completes. No more than one frame is kept.
  mutating func add(_ piece: borrowing RawSpan, _ deliver: (_ index: Int, _ samples: [UInt8]) throws -> Void) throws {
    var start = 0
    while start < piece.byteCount {
      let end = start + min(piece.byteCount - start, frameByteCount - pending.count)
      piece.extracting(start..<end).withUnsafeBytes { pending.append(contentsOf: $0) }
      start = end
      guard pending.count == frameByteCount else { return }
      let frame = pending
      pending = []
      try deliver(count, frame)
      count += 1
    }
  }
}

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
  static let argument = videoCodecs.union(audioCodecs).flatMap { otherDecoders[$0] ?? [$0] }.sorted()
    .joined(separator: ",")

  /// Rejects an unreadable stream.
  static func check(_ video: Video, withSound: Bool) throws(MediaError) {
    guard videoCodecs.contains(video.codec) else {
      throw .unsupported(
        format: "\(video.format.displayName) with the video codec \(video.codec)", hint: "export it as H.264 in MP4")
    }
    guard withSound, let codec = video.audio?.codec, !audioCodecs.contains(codec) else { return }
    throw .unsupported(
      format: "\(video.format.displayName) with the audio codec \(codec)",
      hint: "export it with AAC sound, or have the sound dropped with `audio: drop`")
  }

  private static let videoCodecs = Set(WordTable.decoding.rows("video-codec").joined())
  private static let audioCodecs = Set(WordTable.decoding.rows("audio-codec").joined())
  /// Of codecs whose decoders have other names.
  private static let otherDecoders = Dictionary(
    uniqueKeysWithValues: WordTable.decoding.rows("decoder").map { ($0[0], Array($0.dropFirst())) })
}
