import MediaFacts
import PushDelivery

/// Looks at some frames of a video: for its poster, and to find out whether its pictures can be decoded.
struct VideoSampler: Sendable {
  let probed: ProbedVideo
  let limits: SourceLimits

  /// A small frame and when it is shown, in seconds from the start.
  struct Sample: Sendable {
    let time: Double
    let frame: Thumbnail
  }

  /// Samples at about equal distances, in order; at least one.
  ///
  /// - Throws: `MediaError.damaged` when nothing can be decoded or a considerable part cannot.
  func sample() async throws(MediaError) -> [Sample] {
    let scope = SamplingScope(probed)
    let size = Thumbnail.size(of: probed.video.codedSize)
    var frames = RawFrames(of: size, channelCount: 4)
    var samples: [Sample] = []
    let ending = try await FFmpegProgram.ffmpeg.run(
      arguments(scope, size: size),
      reading: { piece in
        try frames.add(piece) { index, bytes in
          guard let frame = Thumbnail(size: size, samples: bytes), let time = scope.time(ofSample: index) else {
            return
          }
          samples.append(Sample(time: max(0, time - probed.start), frame: frame))
        }
      })
    try check(ending, scope: scope, sampleCount: frames.count)
    return samples
  }

  /// Frames are neither turned nor brought into standard colours: that would take time, and changes little for the choice.
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

  /// One picture that cannot be decoded spoils all that follow up to the next one that is decoded alone. When that may be more than
  /// a tenth, the video is damaged. Decoders' complaints alone are not counted: they hide small damage well.
  private func check(_ ending: FFmpegProgram.Ending, scope: SamplingScope, sampleCount: Int) throws(MediaError) {
    let lost = max(0, scope.expectedCount - sampleCount * scope.step)
    let isRefused = !ending.isSuccess || ending.errorLines.contains(where: Self.tellsOfLostPicture)
    let spoilt = isRefused ? max(1, lost) * scope.longestGroup : 0
    // Without a complaint there may be pictures that are not meant to be shown, as in VP8, but never most of them.
    guard sampleCount > 0, spoilt * 10 <= scope.expectedCount, lost * 2 <= scope.expectedCount + 1 else {
      let words = FFmpegErrorText.text(ending.errorLines, path: probed.path)
      throw ending.shortage
        ?? .damaged(
          format: .video(probed.video.format),
          detail: "its pictures cannot be decoded" + (words.isEmpty ? "" : ": " + words))
    }
  }

  /// ffmpeg's own words, which changed with version 6.1.
  private static func tellsOfLostPicture(_ errorLine: String) -> Bool {
    errorLine.contains("Error while decoding stream") || errorLine.contains("Error submitting packet to decoder")
  }
}

/// Which part of a video is looked at, and how many of its frames.
struct SamplingScope: Sendable {
  /// Whether only those that need no others are decoded.
  let usesKeyFramesOnly: Bool
  /// The moments of the frames that are decoded, in the file's own time.
  private let times: [Double]
  /// From one sample to the next.
  let step: Int
  /// How much of the video is looked at.
  let seconds: Double
  /// The most frames that depend on one.
  let longestGroup: Int

  private static let mostSamples = 120
  private static let mostSeconds = 60.0
  /// Pixels that are decoded at most: on one core of 2020, H.264 takes about a second for them.
  private static let mostPixels = 1_500_000_000
  /// So many are enough for a choice.
  private static let enoughKeyFrames = 12

  init(_ probed: ProbedVideo) {
    let all = probed.times
    let first = all.times.first ?? 0
    let within = all.count(before: first + Self.mostSeconds)
    let affordable = max(1, Self.mostPixels / max(1, probed.video.codedSize.count))
    let keys = all.keyTimes.filter { $0 < first + Self.mostSeconds }
    usesKeyFramesOnly = within > affordable && keys.count >= Self.enoughKeyFrames
    times = usesKeyFramesOnly ? keys : Array(all.times.prefix(min(within, max(affordable, Self.fewestFrames))))
    step = max(1, (times.count + Self.mostSamples - 1) / Self.mostSamples)
    seconds = max(1, (times.last ?? first) - first + 1)
    longestGroup = usesKeyFramesOnly ? 1 : max(1, all.longestGroup)
  }

  /// However large pictures are, a few are looked at.
  private static let fewestFrames = 30

  /// Frames that a decoder should deliver.
  var expectedCount: Int { times.count }

  func time(ofSample index: Int) -> Double? {
    let (place, overflow) = index.multipliedReportingOverflow(by: step)
    return overflow || !times.indices.contains(place) ? nil : times[place]
  }
}
