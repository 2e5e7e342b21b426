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

/// Makes a movie from the source's own compressed pictures, if the plan allows it.
struct MovieKeeping: Sendable {
  let path: String
  let video: Video
  let plan: MotionPlan
  let files: MovieFiles
  let meter: ProgressMeter

  /// - Returns: nil if the pictures cannot be kept: by plan, because of damage, or because they do not fit.
  func run() async throws(MediaError) -> MotionRecord? {
    guard plan.keepsPictures else { return nil }
    do throws(MediaError) {
      let result = plan.method == .copy ? try await copy() : try await remux()
      if result == nil { meter.beginNextStep() }
      return result
    } catch {
      guard case .damaged = error else { throw error }
      meter.beginNextStep()
      return nil
    }
  }

  /// The source's own bytes.
  private func copy() async throws(MediaError) -> MotionRecord? {
    guard MovieFiles.byteCount(of: path) <= plan.specification.maximumBytes else { return nil }
    guard let frameCount = try await verifiedFrameCount(of: path, format: video.format) else { return nil }
    let bytes = try SourceReader.bytes(of: path, limit: plan.specification.maximumBytes)
    try WorkerOutput.write(bytes, to: files.output)
    let duration = MovieHeader.duration(of: bytes) ?? video.duration
    return MotionRecord(method: .copy, size: video.size, duration: duration, frameCount: frameCount)
  }

  /// The source's packets in a new file.
  private func remux() async throws(MediaError) -> MotionRecord? {
    let command = MovieCommand(
      input: FFmpegInput(path: path, format: video.format), video: video, specification: plan.specification,
      sound: sound, statistics: files.statistics)
    let seconds = video.playedSeconds(under: plan.specification)
    let run = MovieRun(format: video.format, seconds: seconds)
    // ffmpeg skips truncated or damaged parts, so the result would be sound but shorter.
    guard try await run(command.keepingPictures(to: files.encode), advance: { _ in }).errorLines.isEmpty else {
      return nil
    }
    guard MovieFiles.byteCount(of: files.encode) <= plan.specification.maximumBytes else { return nil }
    guard let frameCount = try await verifiedFrameCount(of: files.encode, format: .mp4) else { return nil }
    let duration = try files.publish(limit: plan.specification.maximumBytes)
    let encodedRate: Int? = if case .encoded(let bitRate, _, _) = sound { bitRate } else { nil }
    return MotionRecord(
      method: .remux, size: video.size, duration: duration, frameCount: frameCount,
      movie: encodedRate.map { .init(audioBitRate: $0) })
  }

  /// Kept with the pictures, unless it is the faulty part of the source.
  private var sound: MovieSound {
    guard plan.specification.keepsAudio, let audio = video.audio else { return .none }
    let isWrong = plan.reasons.contains { $0 == .audioCodec || $0 == .hiddenSound }
    guard plan.method == .encode || isWrong else { return .kept(bitRate: audio.bitRate ?? 0) }
    return MovieBudget(of: plan.specification, for: video).sound
  }

  /// Decodes all of a file. Bytes that are not encoded again are published unchanged, so any complaint counts.
  /// - Returns: how many frames it has; nil if a decoder complains.
  private func verifiedFrameCount(of path: String, format: VideoFormat) async throws(MediaError) -> Int? {
    let run = MovieRun(format: format, seconds: video.playedSeconds(under: plan.specification))
    let input = FFmpegInput(path: path, format: format).arguments(MovieCommand.restrictions)
    let everything = ["-map", "0:v", "-map", "0:a?"] + MovieRun.discarding
    let meter = meter
    let outcome = try await run(["-threads", "2"] + input + everything) { meter.advance(to: $0) }
    return outcome.errorLines.isEmpty && outcome.frameCount > 0 ? outcome.frameCount : nil
  }
}

/// The temporary files for a movie, all next to it.
struct MovieFiles: Sendable {
  let output: String

  /// An encode's output.
  var encode: String { output + ".mp4" }
  /// Lossless frames of an animation.
  var frames: String { output + ".frames.mp4" }
  /// x264's statistics, without its endings.
  var statistics: String { output + ".pass" }

  /// Removes all but the movie itself.
  func removeAll() {
    let endings = ["", ".mbtree", ".temp", ".mbtree.temp"].map { statistics + "-0.log" + $0 }
    for path in [encode, frames] + endings { FileSystem.remove(path) }
  }

  /// Makes the encode the movie, without private metadata.
  /// - Returns: its duration, in seconds.
  func publish(limit: Int) throws(MediaError) -> Double {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = MovieHeader.scrubbing(try FileReading.bytes(of: encode, limit: limit))
    } catch {
      throw .untrustworthy(detail: "the movie that was made cannot be read: " + error.reason)
    }
    try WorkerOutput.write(bytes, to: output)
    return MovieHeader.duration(of: bytes) ?? 0
  }

  /// A file's size in bytes; 0 if missing.
  static func byteCount(of path: String) -> Int { (try? FileSystem.state(of: path))?.byteCount ?? 0 }
}
