import Essentials
package import MediaFacts
package import PushDelivery
import Subprocess

/// Executes a plan for a movie. Runs in a worker process: it calls decoders.
package struct VideoRenderer: Sendable {
  /// Part of the render cache's key: raise it if the same plan would give other bytes.
  static let version = 5

  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// Makes the movie and writes it to `output`. Temporary files have names that begin with that path.
  /// - Parameter progress: receives the finished part, 0...1; it never decreases.
  /// - Throws: `MediaError` if the file is damaged or nothing fits the limit; nothing is written then.
  package func render(
    _ path: String, video: Video, plan: MotionPlan, to output: String, progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    try limits.check(video.codedSize, frameCount: nil)
    try DecoderAllowList.check(video, withSound: plan.specification.keepsAudio)
    let files = MovieFiles(output: output)
    defer { files.removeAll() }
    let meter = ProgressMeter(progress)
    defer { meter.finish() }
    let keeping = MovieKeeping(path: path, video: video, plan: plan, files: files, meter: meter)
    if let record = try await keeping.run() { return record }
    let encoding = MovieEncoding(
      input: FFmpegInput(path: path, format: video.format), video: video, specification: plan.specification,
      files: files, meter: meter, sourceBytes: MovieFiles.byteCount(of: path))
    return try await encoding.run()
  }
}

extension VideoRenderer {
  /// Makes a movie from an animation's frames and writes it to `output`.
  ///
  /// The frames are piped once into a lossless movie, which is then encoded like any other video.
  /// - Parameters:
  ///   - hasAlpha: whether frames are RGBA, not to be premultiplied; RGB otherwise. 8 bits a channel. Transparent parts show the
  ///     specification's background.
  ///   - feed: called once; it calls its argument for each frame, in order. Its errors are rethrown.
  ///   - progress: receives the finished part, 0...1; it never decreases.
  package func render(
    size: PixelSize, delays: [Int], hasAlpha: Bool, plan: MotionPlan, to output: String,
    progress: @escaping @Sendable (Double) -> Void,
    feed: @escaping @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void
  ) async throws(MediaError) -> MotionRecord {
    try limits.check(size, frameCount: delays.count)
    let files = MovieFiles(output: output)
    defer { files.removeAll() }
    let meter = ProgressMeter(progress)
    defer { meter.finish() }
    let schedule = FrameSchedule(delays: delays, maximumFrameRate: plan.specification.maximumFrameRate)
    let frames = FramePipe(size: size, hasAlpha: hasAlpha, schedule: schedule, specification: plan.specification)
    let video = try await frames.fill(files.frames, meter: meter, feed: feed)
    let encoding = MovieEncoding(
      input: FFmpegInput(path: files.frames, format: .mp4), video: video, specification: plan.specification,
      files: files, meter: meter, sourceBytes: nil)
    return try await encoding.run()
  }
}

/// Pipes frames into a lossless movie.
private struct FramePipe: Sendable {
  let size: PixelSize
  let hasAlpha: Bool
  let schedule: FrameSchedule
  let specification: MotionSpecification

  func fill(
    _ path: String, meter: ProgressMeter,
    feed: @escaping @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void
  ) async throws(MediaError) -> Video {
    let schedule = schedule
    let outcome = try await MovieRun(format: .mp4, seconds: max(schedule.seconds, 0.01))(
      arguments(path),
      writing: { writer in
        var index = 0
        try await feed { frame in
          let repetitions = schedule.repetitions.indices.contains(index) ? schedule.repetitions[index] : 0
          index += 1
          for _ in 0..<repetitions { _ = try await writer.write(frame) }
        }
      }, advance: { meter.advance(to: $0) })
    meter.beginNextStep()
    guard outcome.frameCount == schedule.frameCount, MovieFiles.byteCount(of: path) < Self.largestBytes else {
      throw .untrustworthy(
        detail: "the frames do not go into a movie: \(outcome.frameCount) of \(schedule.frameCount) arrived")
    }
    return video(of: specification.size.even, hasAlpha: false, pixelFormat: "yuv420p")
  }

  private func arguments(_ path: String) -> [String] {
    let raw = video(of: size, hasAlpha: hasAlpha, pixelFormat: hasAlpha ? "rgba" : "rgb24")
    let filters = VideoFilters(video: raw, size: specification.size.even, background: specification.background)
    return ["-y", "-filter_threads", "2", "-f", "rawvideo", "-pix_fmt", raw.pixelFormat, "-s", size.description]
      + ["-framerate", schedule.frameRate, "-i", "pipe:0", "-vf", filters.chain(to: .movie), "-c:v", "libx264"]
      + ["-preset", "ultrafast", "-qp", "0", "-threads", "4", "-fs", "\(Self.largestBytes)", "-f", "mp4"]
      + ["file:" + path]
  }

  private func video(of size: PixelSize, hasAlpha: Bool, pixelFormat: String) -> Video {
    let frameRate = Double(schedule.frameCount) / max(schedule.seconds, 0.001)
    return Video(
      format: .mp4, size: size, duration: schedule.seconds, codec: "h264", pixelFormat: pixelFormat,
      frameRate: frameRate, colorMatrix: "bt709", hasAlpha: hasAlpha)
  }

  /// Animations that need more are refused.
  private static let largestBytes = 2_000_000_000
}
