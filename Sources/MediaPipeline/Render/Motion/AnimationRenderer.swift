import MediaFacts
import PushDelivery

/// Carries out a plan for an animation that becomes a GIF.
struct AnimationRenderer {
  let limits: SourceLimits
  let picture: Picture
  let animation: Animation

  func render(
    _ path: String, plan: MotionPlan, to output: String, progress: @Sendable (Double) -> Void
  ) async throws(MediaProblem) -> MotionRecord {
    let frames = AnimationFrames(path: path, limits: limits, picture: picture, animation: animation)
    if let (bytes, record) = try await keep(frames, plan) {
      try OutputFile.write(bytes, to: output)
      return record
    }
    let size = GIFMaking.workingSize(of: plan.specification.size, frameCount: animation.frameCount)
    let isPalette = picture.format == .gif && size == picture.size
    let making = GIFMaking(specification: plan.specification, size: size, dithers: !isPalette)
    let shown = try await frames.gifFrames(scaledTo: size)
    progress(0.1)
    let (bytes, record) = try making.run(shown, loopCount: animation.loopCount)
    try OutputFile.write(bytes, to: output)
    return record
  }

  /// The source's own frames, where they are to be kept and turn out sound; nil when they have to be encoded.
  private func keep(
    _ frames: AnimationFrames, _ plan: MotionPlan
  ) async throws(MediaProblem) -> (bytes: [UInt8], record: MotionRecord)? {
    guard plan.method != .encode else { return nil }
    // Whether all of them can be decoded.
    try await frames.read(scaledTo: picture.size) { _, _ in }
    let source = try SourceReader.bytes(of: frames.path, limit: limits.maximumBytes)
    let kept = plan.method == .copy ? source : try? GIFRewriter().rewrite(source)
    guard let kept, kept.count <= plan.specification.maximumBytes else { return nil }
    let record = MotionRecord(
      method: plan.method, size: picture.size, duration: animation.duration, frameCount: animation.frameCount)
    return (kept, record)
  }
}
