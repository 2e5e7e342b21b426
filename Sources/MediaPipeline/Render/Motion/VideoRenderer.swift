package import MediaFacts
package import PushDelivery

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
