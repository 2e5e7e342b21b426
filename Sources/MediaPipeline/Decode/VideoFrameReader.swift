import MediaFacts
import PushDelivery

/// Reads one frame of a video in full size: upright, in square pixels, 8-bit sRGB, opaque.
struct VideoFrameReader: Sendable {
  let path: String
  let video: Video
  /// Shown behind transparency.
  let background: RGBColor

  /// The frame shown at a moment, in seconds from the start; the last one after the end.
  /// - Returns: RGB, row by row, of `video.size`.
  func frame(at time: Double) async throws(MediaError) -> [UInt8] {
    // Times come from containers that round them.
    if let frame = try await read(from: time - 0.001, options: ["-frames:v", "1"]) { return frame }
    for start in [video.duration - 1, video.duration - 10, 0] {
      if let frame = try await read(from: start, options: []) { return frame }
    }
    throw .damaged(format: .video(video.format), detail: "the frame for its poster cannot be decoded")
  }

  /// The last of the delivered frames.
  private func read(from time: Double, options: [String]) async throws(MediaError) -> [UInt8]? {
    let start = "\(Int((min(max(0, time), 1e9) * 1_000_000).rounded()))us"
    // MPEG streams have no index: seeking is inexact, so everything before is decoded.
    let seeking = ![.mpegProgramStream, .mpegVideo].contains(video.format)
    let standard = VideoFilters(video: video, size: video.size, background: background).chain(to: .rgb)
    let filters = (seeking ? "" : "trim=start=\(start),") + standard
    let input = FFmpegInput(path: path, format: video.format)
      .arguments(["-threads", "1"] + video.decoderOptions + (seeking ? ["-ss", start] : []))
    let output =
      options + [
        "-map", "0:\(video.streamIndex)", "-an", "-sn", "-dn", "-fps_mode", "passthrough", "-vf", filters, "-f",
        "rawvideo", "pipe:1",
      ]
    var frames = RawFrames(of: video.size, channelCount: 3)
    var result: [UInt8]?
    let ending = try await DecodingProgram.ffmpeg.run(
      input + output, reading: { piece in try frames.add(piece) { _, samples in result = samples } })
    if result == nil, let shortage = ending.shortage { throw shortage }
    return result
  }
}
