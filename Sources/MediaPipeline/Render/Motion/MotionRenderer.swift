import GIFCodec
package import MediaFacts
package import PushDelivery

/// Executes a plan for an animation or video. Runs in a worker process: it calls decoders.
package struct MotionRenderer: Sendable {
  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// Makes the rendition and writes it to `output`. Temporary files have names that begin with that path.
  /// - Parameter progress: receives the finished part, 0...1; it never decreases.
  /// - Throws: `MediaError` if the file is damaged or nothing fits the limit; nothing is written then.
  package func render(
    _ path: String, inspection: Inspection, plan: MotionPlan, to output: String,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    try limits.check(inspection)
    switch inspection {
    case .still: throw .untrustworthy(detail: "a still was to be rendered as something that moves")
    case .animation(let picture, let animation):
      return try await AnimationRenderer(path: path, limits: limits, picture: picture, animation: animation)
        .render(plan, to: output, progress: progress)
    case .video(let video) where plan.specification.format == .gif:
      return try await VideoAsGIF(video: video).render(path, plan: plan, to: output, progress: progress)
    case .video(let video):
      return try await VideoRenderer(limits: limits)
        .render(path, video: video, plan: plan, to: output, progress: progress)
    }
  }
}

/// Executes a plan for an animation, which becomes a GIF.
struct AnimationRenderer {
  let path: String
  let limits: SourceLimits
  let picture: Picture
  let animation: Animation

  func render(
    _ plan: MotionPlan, to output: String, progress: @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    let source = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    if let (bytes, record) = try await keep(source, plan) {
      try WorkerOutput.write(bytes, to: output)
      return record
    }
    let thinning = GIFMaking.thinning(of: animation.playedDelays, plan.specification)
    let size = GIFMaking.workingSize(of: plan.specification.size, frameCount: thinning.keptCount)
    let isPalette = picture.format == .gif && size == picture.size
    let shown = try await frames(of: source, scaledTo: size, delays: thinning.delays)
    progress(0.1)
    let sourceBytes = picture.format == .gif ? source.count : .max
    let (bytes, record) = try make(shown, size, plan.specification, dithers: !isPalette, sourceBytes: sourceBytes)
    try WorkerOutput.write(bytes, to: output)
    return record
  }

  /// Limited to the bytes of the source if that is a GIF and anything fits: a rendition does not show more than it.
  private func make(
    _ frames: [GIFFrame], _ size: PixelSize, _ specification: MotionSpecification, dithers: Bool, sourceBytes: Int
  ) throws(MediaError) -> (bytes: [UInt8], record: MotionRecord) {
    let making = { (specification: MotionSpecification) throws(MediaError) in
      try GIFMaking(specification: specification, size: size, dithers: dithers)
        .run(frames, loopCount: animation.loopCount)
    }
    var lean = specification
    lean.maximumBytes = min(specification.maximumBytes, sourceBytes)
    do throws(MediaError) {
      return try making(lean)
    } catch {
      guard case .motionCannotFit = error, lean != specification else { throw error }
      return try making(specification)
    }
  }

  /// The source's own frames, if they are to be kept and are sound; nil if they must be encoded.
  private func keep(
    _ source: [UInt8], _ plan: MotionPlan
  ) async throws(MediaError) -> (bytes: [UInt8], record: MotionRecord)? {
    guard plan.method != .encode else { return nil }
    // Checks that all can be decoded.
    try await reader(of: source).read(scaledTo: picture.size) { _, _ in }
    guard let kept = try? CleanPicture(source, format: picture.format).bytes,
      kept.count <= plan.specification.maximumBytes
    else { return nil }
    let record = MotionRecord(
      method: kept == source ? .copy : .remux, size: picture.size, duration: animation.duration,
      frameCount: animation.frameCount)
    return (kept, record)
  }

  /// The frames as they are shown, in the wanted size.
  /// - Parameter delays: the duration of each in milliseconds; frames with 0 are skipped.
  private func frames(
    of source: [UInt8], scaledTo size: PixelSize, delays: [Int]
  ) async throws(MediaError) -> [GIFFrame] {
    var frames: [GIFFrame] = []
    frames.reserveCapacity(delays.count)
    try await reader(of: source).read(scaledTo: size) { index, samples in
      if delays[index] > 0 { frames.append(GIFFrame(pixels: samples, delay: delays[index])) }
    }
    return frames
  }

  private func reader(of source: [UInt8]) -> AnimationReader {
    AnimationReader(path: path, bytes: source, picture: picture, frameCount: animation.frameCount)
  }
}

/// Executes a plan for a movie. Runs in a worker process: it calls decoders.
package struct VideoRenderer: Sendable {
  /// Part of the render cache's key: raise it if the same plan would give other bytes.
  static let version = 5

  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// Makes the movie, as `MotionRenderer` does.
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
