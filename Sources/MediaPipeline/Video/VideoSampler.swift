import MediaFacts
import PushDelivery

/// Samples frames of a video: for its poster, and to check whether its pictures can be decoded.
struct VideoSampler: Sendable {
  let probed: ProbedVideo
  let limits: SourceLimits

  /// Small frames and their times, in seconds from the start, at about equal distances, in order; at least one.
  /// - Throws: `MediaError.damaged` if nothing can be decoded or a considerable part cannot.
  func sample() async throws(MediaError) -> [(time: Double, frame: Thumbnail)] {
    let scope = SamplingScope(probed)
    let size = Thumbnail.size(of: probed.video.codedSize)
    var frames = RawFrames(of: size, channelCount: 4)
    var samples: [(time: Double, frame: Thumbnail)] = []
    let ending = try await DecodingProgram.ffmpeg.run(
      arguments(scope, size: size),
      reading: { piece in
        try frames.add(piece) { index, bytes in
          let time = scope.time(ofSample: index)
          guard let frame = Thumbnail(size: size, samples: bytes), let time else { return }
          samples.append((max(0, time - probed.start), frame))
        }
      })
    try check(ending, scope: scope, sampleCount: frames.count)
    return samples
  }

  /// Frames are neither turned nor colour-converted: that would take time, and hardly matters for the choice.
  private func arguments(_ scope: SamplingScope, size: PixelSize) -> [String] {
    let options =
      ["-threads", "1", "-noautorotate", "-max_pixels", "\(limits.maximumPixels)", "-skip_loop_filter", "all"]
      + probed.video.decoderOptions + (scope.usesKeyFramesOnly ? ["-skip_frame", "nokey"] : [])
    let filters = "select='not(mod(n,\(scope.step)))',scale=\(size.width):\(size.height):flags=area"
    return FFmpegInput(path: probed.path, format: probed.video.format).arguments(options) + [
      "-map", "0:\(probed.video.streamIndex)", "-t", "\(Int(scope.seconds.rounded(.up)))", "-an", "-sn", "-dn",
      "-fps_mode", "passthrough", "-vf", filters, "-pix_fmt", "rgba", "-f", "rawvideo", "pipe:1",
    ]
  }

  /// An undecodable picture spoils all that follow until the next key frame. If that may be more than a tenth, the video is damaged.
  /// Decoders' complaints are not counted on their own: decoders hide small damage well.
  private func check(_ ending: DecodingProgram.Ending, scope: SamplingScope, sampleCount: Int) throws(MediaError) {
    let lost = max(0, scope.expectedCount - sampleCount * scope.step)
    // ffmpeg's messages, which changed with version 6.1.
    let losses = ["Error while decoding stream", "Error submitting packet to decoder"]
    let isRefused = !ending.isSuccess || ending.errorLines.contains { losses.contains(where: $0.contains) }
    let spoilt = isRefused ? max(1, lost) * scope.longestGroup : 0
    // Without a complaint, some pictures may be hidden on purpose, as in VP8, but never most of them.
    guard sampleCount > 0, spoilt * 10 <= scope.expectedCount, lost * 2 <= scope.expectedCount + 1 else {
      let words = FFmpegErrorText.text(ending.errorLines, path: probed.path)
      let detail = "its pictures cannot be decoded" + (words.isEmpty ? "" : ": " + words)
      throw ending.shortage ?? .damaged(format: .video(probed.video.format), detail: detail)
    }
  }
}

/// The sampled part of a video, and the number of its frames.
struct SamplingScope: Sendable {
  /// Whether only key frames are decoded.
  let usesKeyFramesOnly: Bool
  /// The times of the decoded frames, in the file's own time.
  private let times: [Double]
  /// From one sample to the next.
  let step: Int
  /// The duration of the sampled part.
  let seconds: Double
  /// The most frames that depend on one.
  let longestGroup: Int

  private static let mostSamples = 120
  private static let mostSeconds = 60.0
  /// The most pixels to decode: one core of 2020 needs about a second for them in H.264.
  private static let mostPixels = 1_500_000_000
  /// Enough for a choice.
  private static let enoughKeyFrames = 12

  init(_ probed: ProbedVideo) {
    let all = probed.times
    let first = all.times.first ?? 0
    let within = all.count(before: first + Self.mostSeconds)
    let affordable = max(1, Self.mostPixels / max(1, probed.video.codedSize.count))
    let keys = all.keyTimes.filter { $0 < first + Self.mostSeconds }
    usesKeyFramesOnly = within > affordable && keys.count >= Self.enoughKeyFrames
    // Even of large pictures, a few are examined.
    times = usesKeyFramesOnly ? keys : Array(all.times.prefix(min(within, max(affordable, 30))))
    step = max(1, (times.count + Self.mostSamples - 1) / Self.mostSamples)
    seconds = max(1, (times.last ?? first) - first + 1)
    longestGroup = usesKeyFramesOnly ? 1 : max(1, all.longestGroup)
  }

  /// Expected from a decoder.
  var expectedCount: Int { times.count }

  func time(ofSample index: Int) -> Double? {
    index.times(step).flatMap { times.indices.contains($0) ? times[$0] : nil }
  }
}
