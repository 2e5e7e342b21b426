import GIFCodec
import MediaFacts
import PushDelivery

/// Carries out a plan for a video that becomes an animated GIF.
struct VideoAsGIF {
  let video: Video

  /// Hundredths of a second that a frame may be shown, the only unit of GIF: 25, 20, 12.5 and 10 frames a second.
  private static let delays = [4, 5, 8, 10]

  /// How many pixels all frames together should have. A GIF of two megabytes has hardly half a bit for each pixel of so many.
  private static let wantedPixels = 30_000_000.0

  func render(
    _ path: String, plan: MotionPlan, to output: String, progress: @Sendable (Double) -> Void
  ) async throws(MediaProblem) -> MotionRecord {
    try DecoderAllowList.check(video, withSound: false)
    let specification = plan.specification
    let delay = frameDelay(specification)
    let count = Int(seconds(specification) * 100) / delay + 1
    let size = GIFMaking.workingSize(of: specification.size, frameCount: count)
    let frames = try await frames(path, size: size, delay: delay, specification, atMost: count + 1)
    progress(0.2)
    let making = GIFMaking(specification: specification, size: size, dithers: true)
    let (bytes, record) = try making.run(frames, loopCount: 0)
    try OutputFile.write(bytes, to: output)
    return record
  }

  private func seconds(_ specification: MotionSpecification) -> Double {
    min(video.duration, specification.seconds ?? video.duration)
  }

  /// The shortest delay that neither the video nor the profile has too few frames for, and that leaves a pixel enough bits.
  private func frameDelay(_ specification: MotionSpecification) -> Int {
    let rate = min(video.frameRate, Double(specification.maximumFrameRate)) * 1.01
    let pixels = Double(specification.size.count) * seconds(specification)
    return Self.delays.first { 100 / Double($0) <= rate && pixels * 100 / Double($0) <= Self.wantedPixels }
      ?? max(Self.delays.last ?? 10, Int((100 / rate).rounded(.up)))
  }

  private func frames(
    _ path: String, size: PixelSize, delay: Int, _ specification: MotionSpecification, atMost count: Int
  ) async throws(MediaProblem) -> [GIFFrame] {
    let input = FFmpegInput(path: path, format: video.format).arguments(["-t", "\(seconds(specification))"])
    let filters = VideoFilters(video: video, size: size, background: specification.background).chain(to: .rgb)
    let output = [
      "-map", "0:\(video.streamIndex)", "-vf", filters + ",fps=100/\(delay)", "-frames:v", "\(count)", "-f", "rawvideo",
      "-pix_fmt", "rgba", "pipe:1",
    ]
    var raw = RawFrames(of: size, channelCount: 4)
    var frames: [GIFFrame] = []
    let ending = try await FFmpegProgram.ffmpeg.run(
      input + output,
      reading: { piece in
        try raw.add(piece) { _, samples in frames.append(GIFFrame(pixels: samples, delay: delay * 10)) }
      })
    guard ending.isSuccess, !frames.isEmpty else {
      throw .damaged(format: .video(video.format), detail: FFmpegComplaint.text(ending.complaints, path: path))
    }
    return frames
  }
}
