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
    switch (inspection, plan.specification.format) {
    case (.still, _): throw .untrustworthy(detail: "a still was to be rendered as something that moves")
    case (.animation(let picture, let animation), .gif):
      return try await AnimationRenderer(limits: limits, picture: picture, animation: animation)
        .render(path, plan: plan, to: output, progress: progress)
    case (.animation(let picture, let animation), .mp4):
      let frames = AnimationFrames(path: path, limits: limits, picture: picture, animation: animation)
      return try await frames.renderMovie(plan, to: output, progress: progress)
    case (.video(let video), .gif):
      return try await VideoAsGIF(video: video).render(path, plan: plan, to: output, progress: progress)
    case (.video(let video), .mp4):
      return try await VideoRenderer(limits: limits)
        .render(path, video: video, plan: plan, to: output, progress: progress)
    }
  }
}

/// Executes a plan for an animation that becomes a GIF.
struct AnimationRenderer {
  let limits: SourceLimits
  let picture: Picture
  let animation: Animation

  func render(
    _ path: String, plan: MotionPlan, to output: String, progress: @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    let frames = AnimationFrames(path: path, limits: limits, picture: picture, animation: animation)
    if let (bytes, record) = try await keep(frames, plan) {
      try WorkerOutput.write(bytes, to: output)
      return record
    }
    let thinning = GIFMaking.thinning(of: animation.playedDelays, plan.specification)
    let size = GIFMaking.workingSize(of: plan.specification.size, frameCount: thinning.keptCount)
    let isPalette = picture.format == .gif && size == picture.size
    let shown = try await frames.gifFrames(scaledTo: size, delays: thinning.delays)
    progress(0.1)
    let (bytes, record) = try make(shown, size, plan.specification, dithers: !isPalette, sourceBytes: sourceBytes(path))
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

  private func sourceBytes(_ path: String) -> Int { picture.format == .gif ? MovieFiles.byteCount(of: path) : .max }

  /// The source's own frames, if they are to be kept and are sound; nil if they must be encoded.
  private func keep(
    _ frames: AnimationFrames, _ plan: MotionPlan
  ) async throws(MediaError) -> (bytes: [UInt8], record: MotionRecord)? {
    guard plan.method != .encode else { return nil }
    // Checks that all can be decoded.
    try await frames.read(scaledTo: picture.size) { _, _ in }
    let source = try SourceReader.bytes(of: frames.path, limit: limits.maximumBytes)
    guard let kept = try? CleanPicture(source, format: picture.format).bytes,
      kept.count <= plan.specification.maximumBytes
    else { return nil }
    let record = MotionRecord(
      method: kept == source ? .copy : .remux, size: picture.size, duration: animation.duration,
      frameCount: animation.frameCount)
    return (kept, record)
  }
}

/// The frames of an animated picture file, as they are shown.
struct AnimationFrames: Sendable {
  let path: String
  let limits: SourceLimits
  let picture: Picture
  let animation: Animation

  /// Gives each frame in turn, as RGBA in the wanted size.
  func read(
    scaledTo size: PixelSize, _ each: (_ index: Int, _ samples: [UInt8]) throws -> Void
  ) async throws(MediaError) {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    let reader = AnimationReader(path: path, bytes: bytes, picture: picture, frameCount: animation.frameCount)
    try await reader.read(scaledTo: size, each)
  }

  /// The frames in the wanted size.
  /// - Parameter delays: the duration of each in milliseconds; frames with 0 are skipped.
  func gifFrames(scaledTo size: PixelSize, delays: [Int]) async throws(MediaError) -> [GIFFrame] {
    var frames: [GIFFrame] = []
    frames.reserveCapacity(delays.count)
    try await read(scaledTo: size) { index, samples in
      if delays[index] > 0 { frames.append(GIFFrame(pixels: samples, delay: delays[index])) }
    }
    return frames
  }

  /// The limit for the pixels of a movie's frames that wait for its encoder, four bytes each.
  private static let mostMoviePixels = 134_000_000

  /// Makes a movie.
  func renderMovie(
    _ plan: MotionPlan, to output: String, progress: @escaping @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    let size = GIFMaking.workingSize(
      of: plan.specification.size, frameCount: animation.frameCount, mostPixels: Self.mostMoviePixels)
    let frames = try await gifFrames(scaledTo: size, delays: animation.playedDelays)
    return try await VideoRenderer(limits: limits).render(
      size: size, delays: animation.playedDelays, hasAlpha: true, plan: plan, to: output, progress: progress
    ) { take in
      for frame in frames { try await take(frame.pixels) }
    }
  }
}
